import { type PayoutFilter, type ReferralSettings, type ReferralUser, referrals } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ListApi } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { type ListRequest, listQuery, replaceRow } from '../../api/list-query.ts'
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

/** Writes a saved user into the cached list. If a foreign host answers without the user, the list is refetched. */
function useStoreUser() {
  const queries = useQueryClient()
  return async (user: ReferralUser | undefined): Promise<void> => {
    if (user === undefined || user.username === '') await queries.invalidateQueries({ queryKey: queryKeys.referralList('users') })
    else replaceRow(queries, queryKeys.referralList('users'), user)
  }
}

export function useSaveSettings(userId: number) {
  const api = useApi()
  const store = useStoreUser()
  return useAction({
    run: async (body: ReferralSettings) => store((await api(referrals.settings, { params: { userId }, body }))?.data),
    success: 'Referral settings updated successfully',
    failure: 'Failed to update referral settings',
    refresh: null,
  })
}

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
