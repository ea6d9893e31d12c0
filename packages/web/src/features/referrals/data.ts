import { type PayoutFilter, referrals } from '@keydesk/contract'
import type { ListApi } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { type ListRequest, listQuery } from '../../api/list-query.ts'
import { useAction } from '../../kit/feedback/use-action.ts'

export const referralUsersQuery = (list: ListApi, request: ListRequest = {}) =>
  listQuery(queryKeys.referralList('users'), request, (page, signal) => list(referrals.users, { query: page }, { signal }))

export const referralsQuery = (list: ListApi, status: 'pending' | 'completed', request: ListRequest = {}) =>
  listQuery(queryKeys.referralList(status), request, (page, signal) => list(referrals[status], { query: page }, { signal }))

export const payoutsQuery = (list: ListApi, status: PayoutFilter, request: ListRequest = {}) =>
  listQuery(status === 'pending' ? queryKeys.referralList('payouts') : queryKeys.payoutHistory(status), request, (page, signal) =>
    list(referrals.payouts, { query: { type: 'payouts', status, ...page } }, { signal }),
  )

export const pendingPayoutsQuery = (list: ListApi, request: ListRequest = {}) => payoutsQuery(list, 'pending', request)

export function useSetCustomCode(userId: number) {
  const api = useApi()
  return useAction({
    run: async (code: string) => {
      await api(referrals.customCode, { params: { userId }, body: { code } })
    },
    success: 'Custom referral code set successfully',
    failure: 'Failed to set custom referral code',
    // The answer has the code alone; the other figures may have changed since the dialog opened.
    refresh: queryKeys.referralList('users'),
  })
}
