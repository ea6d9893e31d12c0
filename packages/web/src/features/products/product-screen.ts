import type { LoadScreen } from '../../api/screen-load.ts'
import { productQuery, readProductId } from './products-data.ts'

export { ProductPage as Page } from './product-page.tsx'

export const load: LoadScreen = ({ queries, client: { api }, params }) => {
  const id = readProductId(params.id)
  return id === null ? [] : [queries.ensureQueryData(productQuery(api, id))]
}
