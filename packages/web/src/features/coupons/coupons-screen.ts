import type { LoadScreen } from '../../api/screen-load.ts'
import { productsQuery } from '../products/products-data.ts'
import { couponsQuery } from './coupons-data.ts'

export { CouponsPage as Page } from './coupons-page.tsx'

export const load: LoadScreen = ({ queries, client: { api, list }, may }) => [
  queries.ensureInfiniteQueryData(couponsQuery(list)),
  ...(may('products:read') ? [queries.ensureQueryData(productsQuery(api))] : []),
]
