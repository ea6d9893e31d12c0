import { referrals, type PayoutDecision, type ReferralSettings } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { useAction } from '../../kit/use-action.ts'

export const referralUsersQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.referralList('users'),
    queryFn: async ({ signal }) => (await api(referrals.users, { query: {} }, { signal })).data,
  })

export const referralsQuery = (api: Api, status: 'pending' | 'completed') =>
  queryOptions({
    queryKey: keys.referralList(status),
    queryFn: ({ signal }) => api(referrals[status], { query: {} }, { signal }),
  })

export const pendingPayoutsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.referralList('payouts'),
    queryFn: ({ signal }) => api(referrals.payouts, { query: { type: 'payouts', status: 'pending' } }, { signal }),
  })

export function useSaveSettings(userId: number) {
  const api = useApi()
  return useAction({
    run: (body: ReferralSettings) => api(referrals.settings, { params: { userId }, body }),
    success: 'Referral settings updated successfully',
    failure: 'Failed to update referral settings',
    refresh: keys.referrals,
  })
}

export function useSetCustomCode(userId: number) {
  const api = useApi()
  return useAction({
    run: (code: string) => api(referrals.customCode, { params: { userId }, body: { code } }),
    success: 'Custom referral code set successfully',
    failure: 'Failed to set custom referral code',
    refresh: keys.referrals,
  })
}

export function useDecidePayout(id: number) {
  const api = useApi()
  return useAction({
    run: (body: PayoutDecision) => api(referrals.decidePayout, { params: { id }, body }),
    success: (_, { status }) => `Payout status updated to ${status}`,
    failure: 'Failed to update payout status',
    refresh: keys.referrals,
  })
}
