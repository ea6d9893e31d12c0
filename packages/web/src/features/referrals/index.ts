export { pendingPayoutsQuery, referralUsersQuery } from './data.ts'
export { ReferralsPage } from './page.tsx'
