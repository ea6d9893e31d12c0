import type { ActivityRow } from '@keydesk/contract'
import { inToast, plural } from '../../kit/format.ts'
import { nameOfThing } from './thing-link.tsx'

interface Keys {
  readonly keys_restored: number
  readonly keys_left_removed: number
}

/** 'Northlight restored with 12 keys. 2 keys stay removed: …' */
export function restoredText(subject: ActivityRow['subject'], keys: Keys | undefined): string {
  const { keys_restored: back = 0, keys_left_removed: left = 0 } = keys ?? {}
  const text = `${nameOfThing(subject, inToast)} restored${back === 0 ? '' : ` with ${plural(back, 'key')}`}`
  if (left === 0) return text
  return `${text}. ${plural(left, 'key')} ${left === 1 ? 'stays' : 'stay'} removed: the same ${left === 1 ? 'value is a key' : 'values are keys'} elsewhere by now.`
}
