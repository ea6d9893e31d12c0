import { newProduct, type NewProduct } from '@keydesk/contract'
import { readDecimal } from '../../kit/decimal.ts'
import type { Problems } from './product-check.ts'

/** What the dialog's fields hold, as typed. */
export interface NewProductForm {
  name: string
  description: string
  variant_name: string
  variant_price: string
}

export const emptyNewProduct: NewProductForm = { name: '', description: '', variant_name: '', variant_price: '' }

/** Exactly what the call takes: the price parsed as a decimal, no thumbnail. */
export function formToNewProduct(form: NewProductForm): NewProduct {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    variants: [{ name: form.variant_name.trim(), price: readDecimal(form.variant_price), keys: [] }],
  }
}

const fieldOf: Record<string, keyof NewProductForm> = {
  name: 'name',
  description: 'description',
  'variants.0.name': 'variant_name',
  'variants.0.price': 'variant_price',
}

export function checkNewProduct(form: NewProductForm): Problems {
  const result = newProduct.safeParse(formToNewProduct(form))
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [fieldOf[issue.path.join('.')] ?? 'name', issue.message]).toReversed())
}
