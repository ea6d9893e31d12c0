import { limits } from '../limits.ts'
import { productWithin } from './products.ts'

/** A save in which every text is new. */
const limitedProduct = productWithin({ ...limits, asHtml: ', with special characters and links written out as HTML' })

/**
 * What is wrong with a save of a product, by the path of the field (`faq.0.answer`). A text over its limit is wrong only if it is new: one
 * that was stored before its limit may stay.
 */
export function checkProduct(input: unknown, stored: object): Record<string, string> {
  const { error } = limitedProduct.safeParse(input)
  const issues = (error?.issues ?? []).filter(({ code, path }) => code !== 'too_big' || !isStored(path, input, stored))
  // Keep the first sentence about a field.
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).toReversed())
}

function isStored([field, index, name]: readonly PropertyKey[], input: unknown, stored: unknown): boolean {
  const [sent, present] = [valueAt(input, field), valueAt(stored, field)]
  if (index === undefined) return typeof sent === 'string' && sent === present
  // The item may have moved in its list.
  const text = valueAt(valueAt(sent, index), name)
  return Array.isArray(present) && present.some((item) => valueAt(item, name) === text)
}

const valueAt = (from: unknown, name: PropertyKey = ''): unknown => (from as Partial<Record<PropertyKey, unknown>> | undefined)?.[name]
