import type { LoadScreen } from '../../api/screen-load.ts'
import { productsQuery } from './products-data.ts'

export { ProductsPage as Page } from './products-page.tsx'

export const load: LoadScreen = ({ queries, client: { api } }) => [queries.ensureQueryData(productsQuery(api))]
