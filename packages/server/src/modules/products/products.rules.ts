import { refillCategoryFields, resetCategoryFields, type Product, type ProductInput } from '@keydesk/contract'

/** What saving a product may change, as it is stored. */
export type ProductFields = Required<Pick<Product, Exclude<keyof ProductInput, 'version'>>>

/** docs/reference/products.md, A new product: cheats, Updated, Undetected, everything else empty. */
export const newProductFields = (name: string, description: string): ProductFields => ({
  name,
  description,
  full_description: '',
  category: 'cheats',
  featured: false,
  unlisted: false,
  sales_paused: false,
  ...resetCategoryFields(),
  update_status: 'Updated',
  detection_status: 'Undetected',
  requirements: '',
  supported_on: '',
  instructions: '',
  faq: [],
  updates: [],
})

/** A field that is left out stays; then the category decides which of its fields are kept (docs/reference/products.md, Filters). */
export const mergeProduct = (stored: ProductFields, input: Omit<ProductInput, 'version'>): ProductFields =>
  refillCategoryFields({ ...stored, ...input })
