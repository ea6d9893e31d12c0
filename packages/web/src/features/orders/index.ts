export { filtersOf } from './address.ts'
export { ordersQuery } from './data.ts'
export { OrdersPage } from './page.tsx'
