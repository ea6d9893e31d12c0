import { expect, test } from 'vitest'
import { openRaces } from './race.ts'
import { callers } from './soak.ts'
import { countOutcomes, dataOf, keysOf, unique, type Said } from './world.ts'

const ways = callers
const { world, limits, setting, atOnce, repeat } = openRaces(ways)

test(`two payouts of one balance, ${setting}`, limits, async () => {
  await repeat('two payouts of one balance', async () => {
    const user = await referralUser()
    const answers = await atOnce(() => askPayout(user, 9.5))
    expect(countOutcomes(answers)).toEqual({ 200: 1, '409 insufficient_balance': ways - 1 })
  })
})

test(`a payout that is completed and rejected, ${setting}`, limits, async () => {
  await repeat('a payout that is completed and rejected', async () => {
    const { id } = dataOf(await askPayout(await referralUser(), 9.5)) as { id: number }
    const answers = await atOnce((i) =>
      world().admin(
        'PUT',
        `/admin/referrals/payout/${id}/status`,
        i % 2 ? { status: 'completed', transaction_id: 'tx' } : { status: 'failed' },
      ),
    )
    expect(countOutcomes(answers)).toEqual({ 200: 1, '409 invalid_transition': ways - 1 })
  })
})

test(`payout runs against completions, rejections and a refund, ${setting}`, limits, async () => {
  await repeat('payout runs against completions, rejections and a refund', async () => {
    const { id: user, order } = await referrer()
    const asked = await Promise.all([1, 2, 3, 4].map(async (amount) => dataOf(await askPayout(user, amount / 2)) as { id: number }))
    const ids = asked.map(({ id }) => id)
    const answers = await atOnce((i) => {
      const id = ids[i % ids.length]!
      if (i === 7) return world().store('POST', `/store/purchases/${order}/refund`, {})
      if (i % 5 === 1) return decide(id, { status: 'completed', transaction_id: `alone-${i}` })
      if (i % 5 === 2) return decide(id, { status: 'failed', reason: 'race' })
      // Many callers send the same run, and others send runs that share some of its payouts, in the opposite order.
      const sent = i % 5 === 3 ? ids.slice(0, 2).toReversed() : ids.slice(i % 2)
      const payouts = sent.map((each) => ({ id: each, transaction_id: i % 5 === 3 ? 'some' : `run-${i % 2}` }))
      return world().admin('POST', '/admin/referrals/payout-runs', { payouts })
    })
    const known = ['200', '409 invalid_transition', '409 payouts_refused', '409 balance_overdrawn']
    expect(Object.keys(countOutcomes(answers)).filter((what) => !known.includes(what))).toEqual([])
    const rows = await world().servers.deps.db.selectFrom('payout').selectAll().where('user_id', '=', user).execute()
    const decisions = await world()
      .servers.deps.db.selectFrom('activity')
      .select('subject_id')
      .where('subject_kind', '=', 'payout')
      .where('subject_id', 'in', ids)
      .where('action', '<>', 'payout.created')
      .execute()
    // Each payout was decided at most once, and the payouts of a run have its transaction.
    const decided = rows.filter((row) => row.status !== 'pending').map((row) => row.id)
    expect(decisions.map((row) => row.subject_id).toSorted((one, other) => one - other)).toEqual(
      decided.toSorted((one, other) => one - other),
    )
    for (const [, together] of Map.groupBy(
      rows.filter((row) => row.run_id !== null),
      (row) => row.run_id,
    ))
      expect(new Set(together.map((row) => row.transaction_id)).size).toBe(1)
  })
})

const askPayout = (userId: number, amount: number): Promise<Said> =>
  world().store('POST', `/store/users/${userId}/payouts`, { amount, wallet_type: 'BTC', wallet_address: 'bc1-abc' })

const decide = (id: number, body: object): Promise<Said> => world().admin('PUT', `/admin/referrals/payout/${id}/status`, body)

const referralUser = async (): Promise<number> => (await referrer()).id

/** One sale of 100 dollars with the user's code: 95 dollars paid, with a commission of a tenth. */
async function referrer(): Promise<{ id: number; order: number }> {
  const username = unique('user')
  const answer = await world().store('POST', '/store/users', { username, email: `${username}@example.com` })
  const user = dataOf(answer) as { id: number; referral_code: string }
  const { id } = await world().makeVariant(keysOf(1), 100)
  const order = await world().sell(id, { referral_code: user.referral_code })
  return { id: user.id, order: order.id }
}
