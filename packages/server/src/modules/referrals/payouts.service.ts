import { centsToDollars, formatUsd, type Payout, type PayoutDecision } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Page } from '../../db/page.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import * as repo from './payouts.repo.ts'
import { isOverdrawn } from './payouts.rules.ts'
import type { SearchRequest } from './referral-lists.service.ts'
import { addToPaidOut } from './referral-users.repo.ts'
import { requireReferralUser } from './referral-users.service.ts'

/** Payouts in one state or in all, newest first unless another order is asked for; found by user or wallet address. */
export async function listPayouts(
  deps: Deps,
  { q = '', status, ...request }: SearchRequest & { readonly status?: repo.PayoutRow['status'] },
): Promise<Page<Payout>> {
  const page = await repo.listPayouts(deps.db, { status, search: q.toLowerCase() }, request)
  const pending = page.rows.filter((row) => row.status === 'pending')
  const completed = await repo.sumCompleted(deps.db, [...new Set(pending.map((row) => row.user_id))])
  const flagOf = (row: (typeof page.rows)[number]) => isOverdrawn(row, row.commission_cents, completed.get(row.user_id) ?? 0)
  return { ...page, rows: page.rows.map((row) => toPayout(row, row.username, flagOf(row))) }
}

/**
 * Completes or rejects a pending payout (docs/reference/referrals.md, Payouts). A rejected amount can be paid out again.
 * @throws 400 for a completion without a transaction id, 404, 409 `invalid_transition` for one that is not pending, `balance_overdrawn` for
 *   the completion of one that the user's balance no longer covers
 */
export async function decidePayout(deps: Deps, actor: Actor, id: number, { status, transaction_id }: PayoutDecision): Promise<Payout> {
  const decision = { status, transaction_id: status === 'completed' ? requireTransactionId(transaction_id) : null }
  return transact(deps.db, async (tx) => {
    const found = await repo.findPayout(tx, id)
    if (found === undefined) throw notFound('Payout')
    // Lock the user before the payout, like every change of a balance.
    const user = await requireReferralUser(tx, found.user_id)
    const stored = (await repo.findPayout(tx, id, { lock: true })) ?? found
    if (stored.status !== 'pending') throw conflict(`This payout is already ${stored.status}`, 'invalid_transition')
    if (status === 'completed') {
      const completed = (await repo.sumCompleted(tx, [user.id])).get(user.id) ?? 0
      if (isOverdrawn(stored, user.commission_cents, completed)) throw overdrawn(user.username, user.commission_cents - completed)
    }
    const decided = await repo.decidePayout(tx, id, decision)
    if (status === 'failed') await addToPaidOut(tx, user.id, -stored.amount_cents)
    const changes = differences<object>({ status: stored.status, transaction_id: stored.transaction_id }, decision)
    const action = status === 'completed' ? 'payout.completed' : 'payout.rejected'
    await recordActivity(tx, { actor, action, subject: { kind: 'payout', id, name: user.username }, changes, at: deps.now() })
    return toPayout(decided, user.username)
  })
}

function requireTransactionId(transactionId = ''): string {
  const sentence = 'Please enter a transaction ID'
  if (transactionId === '') throw invalid(sentence, { transaction_id: sentence })
  return transactionId
}

function overdrawn(username: string, leftCents: number) {
  const left = formatUsd(centsToDollars(Math.max(0, leftCents)))
  return conflict(`The balance of ${username} no longer covers this payout: ${left} is left`, 'balance_overdrawn')
}

const toPayout = ({ amount_cents, ...row }: repo.PayoutRow, username: string, isFlagged = false): Payout => ({
  ...row,
  username,
  amount: centsToDollars(amount_cents),
  flags: isFlagged ? ['balance_overdrawn'] : [],
})
