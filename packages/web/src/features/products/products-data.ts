import { product, products, type NewProduct, type Product, type ProductInput } from '@keydesk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { orStale, toldOr } from '../../api/stale.ts'
import { useAction } from '../../kit/use-action.ts'

export function useProducts() {
  const api = useApi()
  return useQuery({ queryKey: keys.products, queryFn: async ({ signal }) => (await api(products.list, {}, { signal })).data })
}

/** `id` is null where the address holds none; nothing is asked then. */
export function useProduct(id: number | null) {
  const api = useApi()
  return useQuery({
    queryKey: keys.product(id ?? 0),
    queryFn: async ({ signal }) => (await api(products.find, { params: { id: id ?? 0 } }, { signal })).data,
    // What is read already stays where it stands when the app takes over.
    initialData: () => takeEarly(id),
    initialDataUpdatedAt: () => earlyRead()?.at,
    enabled: id !== null,
  })
}

/** The product that `public/boot.js` has read before the app was there; given out once. */
function takeEarly(id: number | null): Product | undefined {
  const early = earlyRead()
  if (early?.found === undefined || !early.url.endsWith(`/${id}`)) return undefined
  const read = product.safeParse(early.found)
  delete early.found
  return read.data
}

/** Nobody has read anything where a shell is drawn (app/shell.tsx). */
const earlyRead = () => (typeof window === 'undefined' ? undefined : window.earlyRead)

/** A product as the list has it, if that was fetched: good enough to be looked at until the product itself is there. */
export function useInList(id: number | null): Product | undefined {
  return useQueryClient()
    .getQueryData<Product[]>(keys.products)
    ?.find((each) => each.id === id)
}

/** Adding fails without a word on screen (spec section 8). */
export function useCreateProduct() {
  const api = useApi()
  return useAction({ run: (body: NewProduct) => api(products.create, { body }), success: null, failure: null, refresh: keys.products })
}

interface Save {
  readonly body: ProductInput
  /** Told before the list and the product are fetched afresh, with the new version where the host has any. */
  readonly onSaved: (version: number | undefined) => void
}

export function useUpdateProduct(id: number) {
  const api = useApi()
  const storedNow = toldOr(product, async () => (await api(products.find, { params: { id } })).data)
  return useAction({
    run: async ({ body, onSaved }: Save) => {
      const answer = await orStale(api(products.update, { params: { id }, body }), storedNow)
      onSaved(answer?.data.version)
    },
    success: 'Product updated successfully',
    failure: 'Failed to update product',
    refresh: keys.products,
  })
}

export function useRemoveProduct(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async () => {
      await api(products.remove, { params: { id } })
      // Only the list: the product itself is still on screen, and asking for it again would find nothing.
      await queries.invalidateQueries({ queryKey: keys.products, exact: true })
    },
    success: 'Product deleted successfully',
    failure: 'Failed to delete product',
    refresh: null,
  })
}
