import type { LoadScreen } from '../../api/screen-load.ts'
import { pendingPayoutsQuery, referralUsersQuery } from './referrals-data.ts'

export { ReferralsPage as Page } from './referrals-page.tsx'

export const load: LoadScreen = ({ queries, client: { list } }) => [
  queries.ensureInfiniteQueryData(referralUsersQuery(list)),
  queries.ensureInfiniteQueryData(pendingPayoutsQuery(list)),
]
