import { type Product, type ProductInput, checkProduct, product as productSchema, productLabels, products } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useApi } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { currentOrFetch, orStale } from '../../../api/stale.ts'
import { useAction } from '../../../kit/feedback/use-action.ts'
import type { Problems } from '../../../kit/form/form-check.ts'
import { changedFields } from '../../../kit/form/three-way.ts'
import { type Editing, useEditing } from '../../../kit/form/use-editing.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import { productQuery, refreshProductLists } from '../data.ts'
import { type ProductForm, countChanges, formToBody, productFormats, productRules, productToForm } from './form.ts'

/** The form of the page, with Save Changes. */
export function useProductForm(product: Product) {
  const update = useUpdateProduct(product.id)
  return useEditing({
    what: 'product',
    names: productLabels,
    formats: productFormats,
    row: product,
    toValues: productToForm,
    rules: productRules,
    check: (form, { values }) => checkEdits(product, values, form),
    send: (form, { row }, { stored }) => update.mutateAsync({ body: formToBody(product, form, row.version), onSaved: stored }),
    inlineError: ({ message }) => message,
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

interface Save {
  readonly body: ProductInput
  /** Called before the caches change, with the new version if the host has versions. */
  readonly onSaved: (version: number | undefined) => void
}

export function useUpdateProduct(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const isOwnHost = useIsOwnHost()
  const store = async (stored: Product) => {
    const { queryKey } = productQuery(api, id)
    // The answer of a fetch in flight would be older.
    await queries.cancelQueries({ queryKey, exact: true })
    queries.setQueryData(queryKey, stored)
  }
  const storedNow = currentOrFetch(productSchema, async () => (await api(products.find, { params: { id } })).data, store)
  return useAction({
    run: async ({ body, onSaved }: Save) => {
      const answer = await orStale(api(products.update, { params: { id }, body }), storedNow)
      onSaved(answer?.data.version)
      // A foreign host may answer with anything, so there everything is refetched.
      if (!isOwnHost || answer === undefined) return queries.invalidateQueries({ queryKey: queryKeys.products })
      await store(answer.data)
      void queries.invalidateQueries({ queryKey: queryKeys.history('product', id) })
      return refreshProductLists(queries)
    },
    success: 'Product updated successfully',
    failure: 'Failed to update product',
    refresh: null,
    ifOutOfDate: queryKeys.products,
  })
}
