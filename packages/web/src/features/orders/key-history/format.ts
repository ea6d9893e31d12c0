import type { KeyEvent, KeyHistory, ReplaceReason } from '@keydesk/contract'

export const reasonNames: Record<ReplaceReason, string> = {
  not_working: 'Not working',
  wrong_region: 'Wrong region',
  already_used: 'Already used',
  other: 'Other',
}

/** A reason in words; an unknown one stays as it is. */
export const reasonText = (reason: string): string => reasonNames[reason as ReplaceReason] ?? reason

interface State {
  readonly text: string
  readonly tone: 'green' | 'yellow' | 'blue' | 'red' | 'neutral'
}

const states: Record<string, State> = {
  available: { text: 'In stock', tone: 'green' },
  reserved: { text: 'Reserved', tone: 'yellow' },
  sold: { text: 'Sold', tone: 'blue' },
  revoked: { text: 'Revoked', tone: 'red' },
  removed: { text: 'Removed', tone: 'neutral' },
  withheld: { text: 'Held after a restore', tone: 'yellow' },
  struck: { text: 'Struck after a restore', tone: 'red' },
}

export const stateOf = (state: string): State => states[state] ?? { text: state, tone: 'neutral' }

/** The text of an event, without its order and who did it. */
export function eventText(event: KeyEvent, { import_id, import_name }: KeyHistory): string {
  switch (event.kind) {
    case 'imported':
      return event.import_id !== undefined && event.import_id === import_id && import_name !== null
        ? `Imported: ${import_name}`
        : 'Imported'
    case 'added':
      return 'Added to the stock'
    case 'reserved':
      return 'Reserved'
    case 'released':
      return 'Given back to the stock'
    case 'sold':
      return event.other_key_id === undefined ? 'Sold' : 'Given to a customer in place of another key'
    case 'replaced':
      return `Replaced by another key: ${reasonText(event.reason ?? '')}`
    case 'revoked':
      return 'Revoked by a refund'
    case 'removed':
      return 'Removed from the stock'
    case 'restored':
      return 'Put back into the stock'
    case 'cleared':
      return 'Released after a restore'
    case 'struck':
      return 'Struck after a restore'
    case 'opened':
      return 'Opened on the order page'
    default:
      return event.kind
  }
}

const troubles: Record<ReplaceReason, string> = {
  not_working: 'did not work',
  wrong_region: 'was for another region',
  already_used: 'had been used already',
  other: 'gave you trouble',
}

/** The suggested reply to the customer. */
export const replyText = (reason: ReplaceReason, name: string, value: string): string =>
  `Hello,

we are sorry that your key for ${name} ${troubles[reason]}. Here is a new one:

${value}

Please use it in place of the old key. If anything else is wrong, just write to us.`
