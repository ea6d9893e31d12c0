import { referrals, type Payout, type PayoutDecision, type PayoutFilter, type PayoutRunInput } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useApi, useListApi } from '../../../api/context.tsx'
import { ApiError } from '../../../api/error.ts'
import { keys } from '../../../api/keys.ts'
import { removeRow } from '../../../api/list-query.ts'
import { plural } from '../../../kit/format.ts'
import { useAction } from '../../../kit/use-action.ts'

export function useDecidePayout({ id }: Payout) {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async (body: PayoutDecision) => {
      await api(referrals.decidePayout, { params: { id }, body })
      // It is no longer pending.
      removeRow(queries, keys.referralList('payouts'), id)
    },
    success: (_, { status }) => `Payout status updated to ${status}`,
    failure: 'Failed to update payout status',
    refresh: keys.payoutHistories,
  })
}

/** Completes all of them, or none. */
export function useCompletePayouts() {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async (body: PayoutRunInput) => {
      try {
        await api(referrals.completePayouts, { body })
      } catch (error) {
        // What stands against it is news for the list, too.
        if (error instanceof ApiError && error.code === 'payouts_refused')
          void queries.invalidateQueries({ queryKey: keys.referralList('payouts') })
        throw error
      }
      for (const { id } of body.payouts) removeRow(queries, keys.referralList('payouts'), id)
    },
    success: (_, { payouts }) => `Completed ${plural(payouts.length, 'payout')}`,
    failure: 'Failed to complete the payouts',
    refresh: keys.payoutHistories,
  })
}

/** All payouts in a state, and not a page of them. */
export function useAllPayouts() {
  const list = useListApi()
  return async (status: PayoutFilter): Promise<readonly Payout[]> =>
    (await list(referrals.payouts, { query: { type: 'payouts', status } })).rows
}
