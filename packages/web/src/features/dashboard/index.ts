export { fetchDashboard } from './data.ts'
export { DashboardPage } from './page.tsx'
