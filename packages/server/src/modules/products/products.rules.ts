import { refillCategoryFields, resetCategoryFields, type Product, type ProductInput } from '@keydesk/contract'

/** The stored fields that a save of a product may change. */
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

/**
 * Merges a save: fields that are left out stay; then the category decides which of its fields apply (docs/reference/products.md, Filters).
 */
export const mergeProduct = (stored: ProductFields, input: Omit<ProductInput, 'version'>): ProductFields =>
  refillCategoryFields({ ...stored, ...input })
