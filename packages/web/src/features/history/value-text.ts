import { formatUsd } from '@keydesk/contract'
import { capital, formatCount, formatDateTime } from '../../kit/text/format.ts'
import { wordsOf } from './field-words.ts'

/** The name of a product by its id. */
export type NameOf = (productId: number) => string | undefined

/**
 * A field's value for display, with HTML as plain text.
 * @returns null for undefined, and for an empty value without a name of its own
 */
export function textOfValue(field: string, value: unknown, nameOf: NameOf): string | null {
  const { as = 'text', none, choices } = wordsOf(field)
  if (value === undefined) return null
  if (value === null || value === '') return none ?? null
  if (as === 'html' && typeof value === 'string') return htmlToText(value)
  if (as === 'money' && typeof value === 'number') return formatUsd(value)
  if (as === 'percent' && typeof value === 'number') return `${value}%`
  if (as === 'moment' && typeof value === 'string') return formatDateTime(value) || value
  if (as === 'choice' && typeof value === 'string' && choices?.includes(value) !== false) return capital(value.replaceAll('_', ' '))
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return formatCount(value)
  if (typeof value === 'string') return value
  if (as === 'session') return textOfSession(value)
  if (!Array.isArray(value)) return textOfRecord(value, nameOf)
  if (value.length === 0) return as === 'products' ? 'None' : null
  if (as === 'products') return value.map((id) => nameOf(Number(id)) ?? `Product #${String(id)}`).join(', ')
  if (as === 'faq') return value.map(textOfQuestion).join('\n\n')
  if (as === 'updates') return value.map(textOfUpdate).join('\n\n')
  return value.map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each))).join(', ')
}

const partOf = (holder: unknown, name: string): string => {
  const part: unknown = typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined
  return typeof part === 'string' ? part : ''
}

const textOfQuestion = (item: unknown): string => `${partOf(item, 'question')}\n${partOf(item, 'answer')}`

const textOfUpdate = (item: unknown): string =>
  `${partOf(item, 'title')}, ${partOf(item, 'date')}\n${htmlToText(partOf(item, 'description'))}`

const textOfSession = (value: unknown): string =>
  [partOf(value, 'device') || 'Unknown device', partOf(value, 'network')].filter((part) => part !== '').join(' at ')

/** 'Update status: Updating, Featured: On' */
const textOfRecord = (value: object, nameOf: NameOf): string =>
  Object.entries(value)
    .map(([field, each]) => `${capital(wordsOf(field).name)}: ${textOfValue(field, each, nameOf) ?? 'None'}`)
    .join(', ')

/** Longer texts are compared word by word. */
const shortText = 60

export const isLong = (text: string | null): boolean => text !== null && (text.length > shortText || text.includes('\n'))

/** Elements that end a line. */
const blocks = new Set(['P', 'H1', 'H2', 'H3', 'BLOCKQUOTE', 'DIV', 'UL', 'OL', 'PRE'])

/** HTML as plain text: a line for each paragraph, a dot for list items, addresses of links and pictures in brackets. */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return linesOf(body)
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

function linesOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  if (!(node instanceof Element)) return ''
  if (node.tagName === 'BR') return '\n'
  if (node.tagName === 'IMG') return ` [Image: ${node.getAttribute('src') ?? ''}] `
  const inside = [...node.childNodes].map(linesOf).join('')
  const href = node.tagName === 'A' ? (node.getAttribute('href') ?? '') : ''
  if (href !== '' && href !== inside) return `${inside} (${href})`
  if (node.tagName === 'LI') return `\n• ${inside.trim()}\n`
  return blocks.has(node.tagName) ? `\n${inside}\n` : inside
}
