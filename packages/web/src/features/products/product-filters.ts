import { categories, detectionStatuses, stockLevels, updateStatuses, type Product } from '@keydesk/contract'
import { formatCount } from '../../kit/format.ts'
import { labelOf } from './product-options.ts'
import { productStock } from './product-stock.ts'

type Has = (product: Product) => boolean
type Choices = Readonly<Record<string, { readonly label: string; readonly has: Has }>>

const choicesOf = (
  values: readonly string[],
  labels: (value: string) => string,
  has: (product: Product, value: string) => boolean,
): Choices =>
  Object.fromEntries(values.map((value) => [value.toLowerCase(), { label: labels(value), has: (product: Product) => has(product, value) }]))

const stockLabels = { out: 'Out of stock', low: 'Low stock', fine: 'Stock is fine' }

/** The filters beside the search: what each is called while it is off, and what may be chosen, by the word that stands in the address. */
export const filters = {
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
    choices: choicesOf(
      stockLevels,
      (level) => stockLabels[level as keyof typeof stockLabels],
      (product, level) => productStock(product)?.level === level,
    ),
  },
} satisfies Record<string, { readonly all: string; readonly choices: Choices }>

export type FilterName = keyof typeof filters
export const filterNames = Object.keys(filters) as FilterName[]
export type ProductFilters = Readonly<Record<FilterName, string>>

export const noFilters = { q: '', page: '', status: '', category: '', stock: '' }

/** What an address holds; a word that is none of the choices counts as none. */
export const readFilters = (get: (name: string) => string): ProductFilters =>
  Object.fromEntries(filterNames.map((name) => [name, get(name) in filters[name].choices ? get(name) : ''])) as ProductFilters

export const filterProducts = (products: readonly Product[], chosen: ProductFilters): readonly Product[] =>
  filterNames.reduce((left, name) => {
    const choice = (filters[name].choices as Choices)[chosen[name]]
    return choice === undefined ? left : left.filter(choice.has)
  }, products)

/** The choices of a filter for a select, each with how many products it has, once that is known. */
export const filterOptions = (name: FilterName, products: readonly Product[] | undefined) => [
  { value: '', label: filters[name].all },
  ...Object.entries(filters[name].choices as Choices).map(([value, { label, has }]) => ({
    value,
    label: products === undefined ? label : `${label} (${formatCount(products.filter(has).length)})`,
  })),
]
