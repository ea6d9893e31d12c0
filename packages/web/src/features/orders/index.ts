export { filtersOf } from './filters.ts'
export { ordersQuery } from './data.ts'
export { OrdersPage } from './page.tsx'
