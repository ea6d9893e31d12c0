import {
  centsToDollars,
  dollarsToCents,
  formatUsd,
  type Answer,
  type HandlerInput,
  type Payout,
  type PayoutDecision,
  type PayoutFilter,
  type PayoutFlag,
  type PayoutRunInput,
  type store,
  type UsedTransaction,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Page } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound, payoutsRefused, ruleViolated } from '../../errors.ts'
import { idsOf } from '../../ids.ts'
import { creation, differences, recordActivity, recordBeside } from '../activity/activity.service.ts'
import { addToPaidOut, lockReferralUsers, openCents, requireReferralUser } from '../users/referral-users.service.ts'
import { planRun } from './payout-runs.rules.ts'
import * as repo from './payouts.repo.ts'
import { alreadyDecided, flagsOf, isOverdrawn, overdrawnSentence, walletKey } from './payouts.rules.ts'
import type { SearchRequest } from './referral-lists.service.ts'

type PayoutsRequest = SearchRequest & { readonly status?: PayoutFilter }

/**
 * Payouts in one state or in all, newest first unless another order is requested. The search covers user, wallet address and transaction.
 * Each payout has flags for what a person must check (docs/reference/referrals.md, Flags).
 */
export async function listPayouts(deps: Deps, { q = '', status = 'all', ...request }: PayoutsRequest): Promise<Page<Payout>> {
  const page = await repo.listPayouts(deps.db, { status: status === 'all' ? undefined : status, search: q.toLowerCase() }, request)
  const userIds = [...new Set(page.rows.flatMap((row) => (row.status === 'pending' ? [row.user_id] : [])))]
  const transactions = [...new Set(page.rows.flatMap((row) => (row.status === 'completed' ? (row.transaction_id ?? []) : [])))]
  const [completed, addresses, repeated] = await Promise.all([
    userIds.length === 0 ? new Map<number, number>() : repo.sumCompleted(deps.db, userIds),
    userIds.length === 0 ? [] : repo.listLastAddresses(deps.db, userIds),
    transactions.length === 0 ? [] : repo.listRepeatedTransactions(deps.db, transactions),
  ])
  const known = {
    completedCents: completed,
    lastAddresses: new Map(addresses.map((last) => [walletKey(last), last.wallet_address])),
    repeated: new Set(repeated),
  }
  const rows = page.rows.map((row) => ({
    ...toPayout(row, row.username, flagsOf(row, row.commission_cents, known)),
    ...(row.status === 'pending' && {
      balance: centsToDollars(row.commission_cents - (completed.get(row.user_id) ?? 0)),
      referral_enabled: row.user_enabled === 1,
    }),
  }))
  return { ...page, rows }
}

/** The payouts as a file. Records who exports, but not the search text, which may be a name (docs/reference/history.md, Rows). */
export async function exportPayouts(deps: Deps, actor: Actor, request: PayoutsRequest): Promise<Page<Payout>> {
  const page = await listPayouts(deps, request)
  const { status = 'all', q = '' } = request
  const changes = creation({ status, ...(q !== '' && { is_search: true }) })
  recordBeside(deps, { actor, action: 'payouts.exported', subject: { kind: 'export', id: 0, name: 'Payouts' }, changes })
  return page
}

/**
 * Which of these transaction ids completed payouts already have (docs/reference/referrals.md, Flags). Only a warning: payouts may share
 * one.
 */
export const listUsedTransactions = ({ db }: Deps, transactionIds: readonly string[]): Promise<UsedTransaction[]> =>
  repo.listUsedTransactions(db, transactionIds)

/** The completed payouts that were decided from one moment until before another, in cents. */
export const sumPaidOut = repo.sumPaidOut

type NewPayout = HandlerInput<typeof store.createPayout>['body']
type StorePayout = Answer<typeof store.createPayout>['data']

/**
 * Creates a pending payout. Its amount is taken from the open balance.
 * @throws 404, 400 for less than a cent, 422 `referrals_disabled` for a user whose referrals are disabled, 409 `insufficient_balance` for
 *   more than the open balance
 */
export async function createPayout(tx: Db, deps: Deps, actor: Actor, userId: number, input: NewPayout): Promise<StorePayout> {
  const amount_cents = dollarsToCents(input.amount)
  if (amount_cents <= 0) throw invalid('Amount must be greater than 0', { amount: 'Amount must be greater than 0' })
  const user = await requireReferralUser(tx, userId)
  if (user.referral_enabled === 0)
    throw ruleViolated('Referrals are disabled for this user, who cannot ask for a payout', 'referrals_disabled')
  const open = Math.max(0, openCents(user))
  if (amount_cents > open) throw conflict(`Only ${formatUsd(centsToDollars(open))} is available`, 'insufficient_balance')
  const at = deps.now()
  const { wallet_type, wallet_address } = input
  const { id, status, created_at } = await repo.insertPayout(tx, {
    ...{ user_id: userId, amount_cents, wallet_type, wallet_address },
    ...{ status: 'pending' as const, transaction_id: null, created_at: at.toISOString() },
  })
  await addToPaidOut(tx, userId, amount_cents)
  const changes = creation({ user_id: userId, amount: input.amount, wallet_type, wallet_address, status })
  await recordActivity(tx, { actor, action: 'payout.created', subject: { kind: 'payout', id, name: user.username }, changes, at })
  return { id, user_id: userId, amount: centsToDollars(amount_cents), wallet_type, wallet_address, status, created_at }
}

/**
 * Completes or rejects a pending payout (docs/reference/referrals.md, Payouts). A rejected amount can be paid out again. A reason is stored
 * only with a rejection.
 * @throws 400 for a completion without a transaction id, 404, 409 `invalid_transition` for a payout that is not pending,
 *   `balance_overdrawn` for completing one that the user's balance no longer covers
 */
export async function decidePayout(deps: Deps, actor: Actor, id: number, input: PayoutDecision): Promise<Payout> {
  const { status } = input
  const decision = {
    status,
    transaction_id: status === 'completed' ? requireTransactionId(input.transaction_id) : null,
    reason: (status === 'failed' && input.reason) || null,
  }
  return transact(deps.db, async (tx) => {
    const found = await repo.findPayout(tx, id)
    if (found === undefined) throw notFound('Payout')
    // Lock the user before the payout, as every change of a balance does.
    const user = await requireReferralUser(tx, found.user_id)
    const stored = (await repo.findPayout(tx, id, { lock: true })) ?? found
    if (stored.status !== 'pending') throw conflict(alreadyDecided(stored), 'invalid_transition')
    if (status === 'completed') {
      const completed = (await repo.sumCompleted(tx, [user.id])).get(user.id) ?? 0
      if (isOverdrawn(stored, user.commission_cents, completed))
        throw conflict(overdrawnSentence(user.username, user.commission_cents - completed), 'balance_overdrawn')
    }
    const decided = await storeDecision(tx, deps, actor, { stored, username: user.username, decision, run_id: null })
    if (status === 'failed') await addToPaidOut(tx, user.id, -stored.amount_cents)
    return toPayout(decided, user.username)
  })
}

/**
 * Completes several pending payouts, all or none. Returns their ids in the requested order. A repeat with the same transaction ids changes
 * nothing and returns the same (docs/reference/referrals.md, Payout runs).
 * @throws 409 `payouts_refused` with each refused payout and the reason
 */
export async function completePayouts(deps: Deps, actor: Actor, { payouts }: PayoutRunInput): Promise<number[]> {
  const ids = idsOf(payouts)
  return transact(deps.db, async (tx) => {
    const found = await repo.findPayouts(tx, ids)
    // Lock users before payouts, each in the order of their ids, as every change of a balance does.
    const users = await lockReferralUsers(tx, [...new Set(found.map((row) => row.user_id))])
    const stored = await repo.findPayouts(tx, ids, { lock: true })
    const completedCents = await repo.sumCompleted(
      tx,
      users.map((user) => user.id),
    )
    const plan = planRun(payouts, stored, users, completedCents)
    if (plan.is === 'refused') throw payoutsRefused(plan.refused)
    if (plan.is === 'repeated') return ids
    for (const each of plan.decided) await storeDecision(tx, deps, actor, each)
    return ids
  })
}

interface Decided {
  readonly stored: repo.PayoutRow
  readonly username: string
  readonly decision: Pick<repo.PayoutRow, 'status' | 'transaction_id' | 'reason'>
  /** The run in which it is completed; null if completed alone. */
  readonly run_id: number | null
}

/** @param tx a transaction that has locked the user and then the payout */
async function storeDecision(tx: Db, deps: Deps, actor: Actor, { stored, username, decision, run_id }: Decided): Promise<repo.PayoutRow> {
  const at = deps.now()
  const { status, transaction_id, reason } = stored
  const changes = differences<object>({ status, transaction_id, reason }, decision)
  const action = decision.status === 'completed' ? 'payout.completed' : 'payout.rejected'
  await recordActivity(tx, { actor, action, subject: { kind: 'payout', id: stored.id, name: username }, changes, at })
  return repo.decidePayout(tx, stored.id, { ...decision, decided_at: at.toISOString(), run_id })
}

function requireTransactionId(transactionId = ''): string {
  const sentence = 'Please enter a transaction ID'
  if (transactionId === '') throw invalid(sentence, { transaction_id: sentence })
  return transactionId
}

const toPayout = ({ amount_cents, run_id: _, ...row }: repo.PayoutRow, username: string, flags: PayoutFlag[] = []): Payout => ({
  ...row,
  username,
  amount: centsToDollars(amount_cents),
  flags,
})
