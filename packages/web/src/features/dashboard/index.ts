export { dailySalesQuery, periodSalesQuery, runwayQuery, statisticsQuery } from './data.ts'
export { setupQuery } from '../setup/data.ts'
export { DashboardPage } from './page.tsx'
export { periodOf } from './period.ts'
