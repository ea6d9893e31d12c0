import { checkProduct, type Product } from '@keydesk/contract'
import type { Draft } from './product-draft.ts'
import { changedFields } from './product-changes.ts'
import { formToBody } from './product-form.ts'

/** Messages by the path of a field: `name`, `faq.2.answer`. */
export type Problems = Readonly<Record<string, string>>

/**
 * What the contract has against the edited fields. What was not edited is left alone: a foreign host may hold values
 * that the contract does not know, and they are not this person's mistake.
 */
export function checkDraft(product: Product, draft: Draft): Problems {
  const body = formToBody(product, draft.form, draft.version)
  const checked = new Set<string>(['name', ...changedFields(draft.base, draft.form)])
  const edited = Object.fromEntries(Object.entries(body).filter(([name]) => checked.has(name)))
  return checkProduct(edited, draft.base)
}
