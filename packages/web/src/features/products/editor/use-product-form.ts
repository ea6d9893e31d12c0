import { type Product, checkProduct, productLabels } from '@keydesk/contract'
import { useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Problems } from '../../../kit/form/form-check.ts'
import { changedFields } from '../../../kit/form/three-way.ts'
import { type Editing, useEditing } from '../../../kit/form/use-editing.ts'
import { useUpdateProduct } from '../data.ts'
import { type ProductForm, countChanges, formToBody, productRules, productToForm } from './form.ts'

/** The form of the page, with Save Changes. */
export function useProductForm(product: Product) {
  const update = useUpdateProduct(product.id)
  return useEditing({
    what: 'product',
    names: productLabels,
    row: product,
    toValues: productToForm,
    rules: productRules,
    check: (form, { values }) => checkEdits(product, values, form),
    send: (form, { row }, { stored }) => update.mutateAsync({ body: formToBody(product, form, row.version), onSaved: stored }),
    focusIn: 'section:not(#media):not(#variants)',
    draft: { thing: `product:${product.id}` },
  })
}

export type ProductEditing = Editing<Product, ProductForm>

/** The props of every panel of the form. */
export interface PanelProps {
  readonly form: UseFormReturn<ProductForm>
}

/** The number of changes of each panel. Renders its component with each edit. */
export function useProductChanges({ form, base }: Pick<ProductEditing, 'form' | 'base'>) {
  const shown = useWatch({ control: form.control }) as ProductForm
  return useMemo(() => countChanges(base.values, shown), [base, shown])
}

/**
 * Checks the edited fields against the contract. Other fields are ignored: a foreign host may store values that the contract does not know,
 * and the person did not type those.
 */
export function checkEdits(product: Product, base: ProductForm, form: ProductForm): Problems {
  const body = formToBody(product, form, undefined)
  const checked = new Set<string>(['name', ...changedFields(base, form, productRules)])
  const edited = Object.fromEntries(Object.entries(body).filter(([name]) => checked.has(name)))
  return checkProduct(edited, base)
}
