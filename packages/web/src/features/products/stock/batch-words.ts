import type { KeyImport } from '@keydesk/contract'
import { formatCount, plural } from '../../../kit/format.ts'

/** The share of the keys that customers got and that had to be replaced: '4.2%', or '-' before any was sold. */
export function failureRate({ sold, replaced }: Pick<KeyImport, 'sold' | 'replaced'>): string {
  const given = sold + replaced
  if (given === 0) return '-'
  const percent = (replaced / given) * 100
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`
}

/** What Undo import does, before it does it. */
export function undoConsequences({ left, reserved, sold, replaced }: KeyImport): string {
  const told = [left === 0 ? 'None of its keys is in the stock any more.' : `${keysLeave(left)} the stock and can be put back for 30 days.`]
  if (reserved > 0)
    told.push(
      `${plural(reserved, 'key')} ${reserved === 1 ? 'is' : 'are'} reserved and will not be offered again if the order ends unpaid.`,
    )
  const held = sold + replaced
  if (held > 0) told.push(`${plural(held, 'sold key')} ${held === 1 ? 'stays' : 'stay'} with ${held === 1 ? 'its order' : 'their orders'}.`)
  return told.join(' ')
}

const keysLeave = (count: number) => `${plural(count, 'key')} ${count === 1 ? 'leaves' : 'leave'}`

/** What an undone batch has become by now. */
export const undoneWords = ({ undone_by, left, removed, sold, replaced, reserved }: KeyImport): string => {
  const kept = sold + replaced + reserved
  const putBack = left === 0 ? '' : `, ${formatCount(left)} put back`
  return `Undone${undone_by === '' ? '' : ` by ${undone_by}`}: ${formatCount(removed)} removed, ${formatCount(kept)} kept${putBack}`
}
