export { payoutsQuery, pendingPayoutsQuery, referralsQuery, referralUsersQuery } from './data.ts'
export { ReferralsPage } from './page.tsx'
