import { referrals, type Payout, type PayoutFilter } from '@keydesk/contract'
import { useListApi } from '../../../api/context.tsx'

/** All payouts in a state as they are now, and not a page of them. Those for a file are asked for as such: the activity says so. */
export function useAllPayouts() {
  const list = useListApi()
  return async (status: PayoutFilter, { isFile }: { readonly isFile: boolean }): Promise<readonly Payout[]> =>
    (await list(referrals.payouts, { query: { type: 'payouts', status, ...(isFile && { export: 'true' as const }) } })).rows
}
