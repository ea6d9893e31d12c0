import type { LoadScreen } from '../../api/screen-load.ts'
import { pendingPayoutsQuery, referralUsersQuery } from './referrals-data.ts'

export { ReferralsPage as Page } from './referrals-page.tsx'

export const load: LoadScreen = ({ queries, client: { list }, may }) => [
  queries.ensureInfiniteQueryData(referralUsersQuery(list)),
  ...(may('payouts:read') ? [queries.ensureInfiniteQueryData(pendingPayoutsQuery(list))] : []),
]
