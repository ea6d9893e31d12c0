import { dataOf, keysOf, unique } from '../world.ts'
import { asAdmin, attempt, type Join } from './actor.ts'

interface Run {
  readonly payouts: readonly { readonly id: number; readonly transaction_id: string }[]
  isAnswered: boolean
}

/** Completes payouts of a user two at a time, and sends a payout run again until it is answered. */
export const paymaster: Join = async (world) => {
  const username = unique('earner')
  const user = dataOf(await world.store('POST', '/store/users', { username, email: `${username}@example.com` })) as {
    id: number
    referral_code: string
  }
  const { id: variantId } = await world.makeVariant(keysOf(1), 1_000)
  await world.sell(variantId, { referral_code: user.referral_code })
  const wish = { amount: 0.01, wallet_type: 'BTC', wallet_address: 'bc1-abc' }
  const runs: Run[] = []
  let asked: number[] = []

  const ask = async (): Promise<boolean> => {
    const said = await attempt(world.store('POST', `/store/users/${user.id}/payouts`, wish))
    if (said === undefined) return false
    asked.push((dataOf(said) as { id: number }).id)
    return true
  }
  const send = async (run: Run): Promise<boolean> => {
    const said = await asAdmin(world, 'POST', '/admin/referrals/payout-runs', { payouts: run.payouts })
    if (said === undefined) return false
    dataOf(said)
    run.isAnswered = true
    return true
  }

  return {
    act: async () => {
      const last = runs.at(-1)
      if (last?.isAnswered === false) return send(last)
      if (asked.length < 2) return ask()
      const run = { payouts: asked.map((id) => ({ id, transaction_id: unique('tx') })), isAnswered: false }
      asked = []
      runs.push(run)
      return send(run)
    },
    check: async ({ db }) => {
      const rows = await db.selectFrom('payout').select(['id', 'status', 'transaction_id']).where('user_id', '=', user.id).execute()
      const paidBy = new Map(rows.filter((row) => row.status === 'completed').map((row) => [row.id, row.transaction_id]))
      for (const { payouts, isAnswered } of runs) {
        const done = payouts.filter(({ id, transaction_id }) => paidBy.get(id) === transaction_id).length
        const name = `The run of payout ${payouts[0]?.id}`
        if (isAnswered && done === 0) throw new Error(`${name} was answered and is lost`)
        if (done !== 0 && done !== payouts.length) throw new Error(`${name} is half done`)
      }
    },
  }
}
