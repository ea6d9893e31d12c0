import { type Product, categories, detectionStatuses, stockLevels, updateStatuses } from '@keydesk/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { formatCount } from '../../kit/text/format.ts'
import { useSearchText, useSetSearchParams } from '../../kit/search-params.ts'
import { isShort, labelOf, productStock } from './format.ts'

type Has = (product: Product) => boolean
type Choices = Readonly<Record<string, { readonly label: string; readonly has: Has }>>

const choicesOf = (
  values: readonly string[],
  labels: (value: string) => string,
  has: (product: Product, value: string) => boolean,
): Choices =>
  Object.fromEntries(values.map((value) => [value.toLowerCase(), { label: labels(value), has: (product: Product) => has(product, value) }]))

const stockLabels = { out: 'Out of stock', low: 'Low stock', fine: 'Stock is fine' }

/** The filters beside the search: the label when off, and the choices by their value in the address. */
const filters = {
  status: {
    all: 'All statuses',
    choices: {
      ...choicesOf(detectionStatuses, labelOf, (product, value) => product.detection_status === value),
      ...choicesOf(updateStatuses, labelOf, (product, value) => product.update_status === value),
      paused: { label: 'Sales paused', has: (product) => product.sales_paused === true },
      featured: { label: 'Featured', has: (product) => product.featured },
      unlisted: { label: 'Unlisted', has: (product) => product.unlisted },
    },
  },
  category: { all: 'All categories', choices: choicesOf(categories, labelOf, (product, value) => product.category === value) },
  stock: {
    all: 'All stock',
    choices: {
      ...choicesOf(
        stockLevels,
        (level) => stockLabels[level as keyof typeof stockLabels],
        (product, level) => productStock(product)?.level === level,
      ),
      week: { label: 'Runs out this week', has: ({ variants }) => variants.some(({ days_left }) => isShort(days_left)) },
    },
  },
} satisfies Record<string, { readonly all: string; readonly choices: Choices }>

type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters) as FilterName[]
type ProductFilters = Readonly<Record<FilterName, string>>

const noFilters = { q: undefined, page: undefined, status: undefined, category: undefined, stock: undefined }

/** An unknown value counts as no filter. */
const chosenOf = (search: Partial<Record<FilterName, string>>): ProductFilters =>
  Object.fromEntries(filterNames.map((name) => [name, (search[name] ?? '') in filters[name].choices ? search[name] : ''])) as ProductFilters

export const filterProducts = (products: readonly Product[], chosen: ProductFilters): readonly Product[] =>
  filterNames.reduce((left, name) => {
    const choice = (filters[name].choices as Choices)[chosen[name]]
    return choice === undefined ? left : left.filter(choice.has)
  }, products)

/** The options of a filter, each with its number of products once that is known. */
export const filterOptions = (name: FilterName, products: readonly Product[] | undefined) => [
  { value: '', label: filters[name].all },
  ...Object.entries(filters[name].choices as Choices).map(([value, { label, has }]) => ({
    value,
    label: products === undefined ? label : `${label} (${formatCount(products.filter(has).length)})`,
  })),
]

const route = getRouteApi('/frame/products')

/** The list's state in the address: `?q=aurora&stock=low&page=2`. */
export function useProductList() {
  const search = route.useSearch()
  const change = useSetSearchParams()
  // A search or a filter starts on the first page.
  const [q, setQ] = useSearchText({ also: { page: undefined } })
  const chosen = chosenOf(search)
  return {
    q,
    setQ,
    /** The text to search for. Deferred, so that typing is not slowed down. */
    searched: useDeferredValue(q),
    filters: chosen,
    isFiltered: q.trim() !== '' || Object.values(chosen).some((value) => value !== ''),
    choose: (name: FilterName, value: string) => void change({ [name]: value === '' ? undefined : value, page: undefined }),
    clear: () => {
      setQ('')
      void change(noFilters)
    },
    page: search.page ?? 1,
    setPage: (number: number) => void change({ page: number > 1 ? number : undefined }, { isStep: true }),
  }
}
