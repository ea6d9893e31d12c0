import type { LoadScreen } from '../../api/screen-load.ts'
import { productsQuery } from '../products/products-data.ts'
import { couponsQuery } from './coupons-data.ts'

export { CouponsPage as Page } from './coupons-page.tsx'

export const load: LoadScreen = ({ queries, client: { api, list } }) => [
  queries.ensureInfiniteQueryData(couponsQuery(list)),
  queries.ensureQueryData(productsQuery(api)),
]
