import type { PayoutRunInput, RefusedPayout } from '@keydesk/contract'
import type { PayoutRow } from './payouts.repo.ts'
import { alreadyDecided, isOverdrawn, overdrawnSentence } from './payouts.rules.ts'
import { idsOf } from '../../ids.ts'

interface Earner {
  readonly id: number
  readonly username: string
  readonly commission_cents: number
}

interface Completion {
  readonly stored: PayoutRow
  readonly username: string
  readonly decision: { readonly status: 'completed'; readonly transaction_id: string; readonly reason: null }
  readonly run_id: number
}

export type Plan =
  | { readonly is: 'refused'; readonly refused: readonly RefusedPayout[] }
  /** The same run was completed before. */
  | { readonly is: 'repeated' }
  | { readonly is: 'allowed'; readonly decided: readonly Completion[] }

/**
 * Plans a run. The balance of a user must cover all of that user's payouts together.
 * @param stored in the order of their ids, as are the resulting rows
 * @param completedCents what each user was paid before
 */
export function planRun(
  asked: PayoutRunInput['payouts'],
  stored: readonly PayoutRow[],
  earners: readonly Earner[],
  completedCents: ReadonlyMap<number, number>,
): Plan {
  const rows = new Map(stored.map((row) => [row.id, row]))
  const isRepeat = asked.every(({ id, transaction_id }) => {
    const row = rows.get(id)
    return row?.status === 'completed' && row.transaction_id === transaction_id
  })
  if (isRepeat) return { is: 'repeated' }

  const users = new Map(earners.map((earner) => [earner.id, earner]))
  const paidCents = new Map(completedCents)
  const refused: RefusedPayout[] = []
  const decided: Completion[] = []
  const run_id = Math.min(...idsOf(asked))
  for (const { id, transaction_id } of asked.toSorted((one, other) => one.id - other.id)) {
    const row = rows.get(id)
    const user = row && users.get(row.user_id)
    const refuse = (code: string, message: string) => refused.push({ id, code, message: `Payout #${id}: ${message}` })
    if (row === undefined || user === undefined) refuse('not_found', 'Payout not found')
    else if (row.status !== 'pending') refuse('invalid_transition', alreadyDecided(row))
    else {
      const paid = paidCents.get(user.id) ?? 0
      if (isOverdrawn(row, user.commission_cents, paid))
        refuse('balance_overdrawn', overdrawnSentence(user.username, user.commission_cents - paid))
      else {
        paidCents.set(user.id, paid + row.amount_cents)
        decided.push({ stored: row, username: user.username, decision: { status: 'completed', transaction_id, reason: null }, run_id })
      }
    }
  }
  return refused.length > 0 ? { is: 'refused', refused } : { is: 'allowed', decided }
}
