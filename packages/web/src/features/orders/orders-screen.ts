import type { LoadScreen } from '../../api/screen-load.ts'
import { readFilters } from './order-address.ts'
import { ordersQuery } from './orders-data.ts'

export { OrdersPage as Page } from './orders-page.tsx'

export const load: LoadScreen = ({ queries, client: { api }, isOwnHost, get }) => [
  queries.ensureInfiniteQueryData(ordersQuery(api, isOwnHost ? readFilters(get) : {})),
]
