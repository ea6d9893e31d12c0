import { referrals, type Payout, type PayoutFilter } from '@keydesk/contract'
import { useListApi } from '../../../api/context.tsx'

/** All payouts in a state, and not a page of them, for a file: the activity says so. */
export function useExportedPayouts() {
  const list = useListApi()
  return async (status: PayoutFilter): Promise<readonly Payout[]> =>
    (await list(referrals.payouts, { query: { type: 'payouts', status, export: 'true' } })).rows
}
