import { escapeMarks } from '../messages/embed-text.ts'
import type { BulkSet } from './bulk.ts'

/** The one message about several products, as the dialog previews it and the bot posts it. */
export interface BulkMessage {
  /** Plain: the bot escapes it. */
  readonly title: string
  readonly description: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

/** The longest description, within the limit of the service. */
const mostCharacters = 4_000

/**
 * @param names of the products, in the order of the list
 * @param text the message of the person
 */
export function bulkMessage(names: readonly string[], set: BulkSet, text: string): BulkMessage {
  const [only, ...others] = names
  return {
    title: only !== undefined && others.length === 0 ? only : `News of ${names.length} products`,
    description: others.length === 0 ? text : `${text}\n\n${listNames(names, mostCharacters - text.length)}`,
    fields: [
      ...(set.update_status === undefined ? [] : [{ name: 'Update status', value: set.update_status }]),
      ...(set.detection_status === undefined ? [] : [{ name: 'Detection status', value: set.detection_status }]),
      ...(set.sales_paused === undefined ? [] : [{ name: 'Sales', value: set.sales_paused ? 'Paused' : 'Open' }]),
    ],
  }
}

/** One name per line; if not all fit, the last line counts the others. */
function listNames(names: readonly string[], room: number): string {
  const lines: string[] = []
  let left = room - 'and 500 more'.length
  for (const name of names) {
    const line = `• ${escapeMarks(name)}`
    left -= line.length + 1
    if (left < 0) return [...lines, `and ${names.length - lines.length} more`].join('\n')
    lines.push(line)
  }
  return lines.join('\n')
}
