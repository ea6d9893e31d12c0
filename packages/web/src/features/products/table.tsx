import type { PeriodSales, Product } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { EyeOff, Star } from 'lucide-react'
import { useAbsolute, useApi } from '../../api/context.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { useSetSearchParams } from '../../kit/search-params.ts'
import { type Column, type Sort, sortRows, sortToText, textToSort } from '../../kit/table/column.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { SortBy } from '../../kit/table/sort-by.tsx'
import { formatCount } from '../../kit/text/format.ts'
import { Picture } from '../../kit/text/picture.tsx'
import { productColumns as shapes } from '../../routes/products.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { periodSalesQuery } from '../dashboard/data.ts'
import { countDrafts, labelOf, lowestPrice, priceRange, productStock } from './format.ts'
import { DuplicateButton } from './duplicate.tsx'
import { StatusBadges } from './parts.tsx'
import { SelectBox, type Selection } from './selection.tsx'

const route = getRouteApi('/frame/products')

interface Props {
  readonly products: readonly Product[]
  /** Undefined if products cannot be selected, changed at once and duplicated. */
  readonly selection: Selection | undefined
}

/** All found products, one a row. The address holds the sort. */
export function ProductTable({ products, selection }: Props) {
  const table = useTable(selection)
  return (
    <DataTable
      {...table}
      label="Products"
      rows={sortRows(products, table.columns, table.sort)}
      rowKey={idOf}
      rowHref={linkOf}
      empty={null}
    />
  )
}

/** The sort of the table, for phones. */
export const ProductSort = () => <SortBy {...useTable(undefined)} className="max-md:ml-auto" />

function useTable(selection: Selection | undefined) {
  const change = useSetSearchParams()
  const sales = useSales()
  const columns = [
    ...(selection === undefined ? [] : [box(selection)]),
    ...facts(selection !== undefined),
    ...(sales === undefined ? [] : [sold(sales)]),
    ...(selection === undefined ? [] : [actions]),
  ]
  return {
    columns,
    sort: textToSort(route.useSearch().sort ?? '', columns),
    onSort: (next: Sort) => void change({ sort: sortToText(next, columns) }),
  }
}

const idOf = ({ id }: Product) => id
const linkOf = ({ id }: Product) => `/products/${id}`

interface Sales {
  /** Undefined while it loads. */
  readonly byProduct: ReadonlyMap<number, PeriodSales> | undefined
  readonly isFailed: boolean
}

/** What each product sold in 30 days. Undefined if the host does not know it, or the role may not. */
function useSales(): Sales | undefined {
  const { isOwnHost, may } = useAuth()
  const isKnown = isOwnHost && may('dashboard:read')
  const { data, isError } = useQuery({ ...periodSalesQuery(useApi(), { days: 30 }), enabled: isKnown })
  return isKnown ? { byProduct: data?.sales, isFailed: isError } : undefined
}

const box = (selection: Selection): Column<Product> => ({
  ...shapes.select,
  cell: (product) => (
    <SelectBox product={product} selection={selection} className="relative min-h-6 cards:absolute cards:top-12 cards:left-4" />
  ),
})

/** With boxes to select, a card has room for its box before the picture. */
const facts = (hasBox: boolean): readonly Column<Product>[] => [
  { ...shapes.name, cell: (product) => <Name product={product} hasBox={hasBox} />, sort: ({ name }) => name },
  {
    ...shapes.status,
    cell: (product) => (
      <span className="flex flex-wrap gap-1.5">
        <StatusBadges product={product} />
      </span>
    ),
  },
  {
    ...shapes.price,
    cell: (product) => priceRange(product) ?? '–',
    sort: lowestPrice,
  },
  {
    ...shapes.stock,
    cell: (product) => <Stock product={product} />,
    sort: (product) => productStock(product)?.units ?? null,
  },
]

const sold = ({ byProduct, isFailed }: Sales): Column<Product> => ({
  ...shapes.sold,
  cell: ({ id }) => (byProduct === undefined ? isFailed && '–' : formatCount(byProduct.get(id)?.quantity ?? 0)),
  sort: ({ id }) => byProduct?.get(id)?.quantity ?? 0,
  sortKey: 'sold',
})

/** Shows on the hovered or focused row, and where nothing hovers. */
const actions: Column<Product> = {
  ...shapes.actions,
  cell: (product) => (
    <span className="flex grow opacity-0 transition-opacity touch:opacity-100 cards:opacity-100 in-[tr:is(:hover,:focus-within)]:opacity-100">
      <DuplicateButton product={product} isInRow />
    </span>
  ),
}

interface NameProps {
  readonly product: Product
  readonly hasBox: boolean
}

function Name({ product, hasBox }: NameProps) {
  const absolute = useAbsolute()
  const picture = product.thumbnail_card || product.thumbnail
  return (
    <span className={cx('flex min-w-0 items-center gap-3', hasBox && 'cards:pl-7')}>
      <span aria-hidden className="h-7 w-12 shrink-0 overflow-hidden rounded-sm cards:h-6 cards:w-10">
        <Picture src={picture && absolute(picture)} name={product.name} />
      </span>
      <span className="flex min-w-0 gap-x-2 cards:flex-col">
        <span className="max-w-full shrink-0 truncate">{product.name}</span>
        <span className="shrink-100 truncate font-normal text-muted cards:text-table">
          {product.game_name || labelOf(product.category)}
        </span>
      </span>
      {product.featured && <Mark icon={<Star aria-hidden />} text="Featured" />}
      {product.unlisted && <Mark icon={<EyeOff aria-hidden />} text="Unlisted" />}
    </span>
  )
}

const Mark = ({ icon, text }: { readonly icon: React.ReactNode; readonly text: string }) => (
  <span data-tooltip={text} className="relative z-1 shrink-0 text-muted [&_svg]:size-3.5">
    {icon}
    <span className="sr-only">{text}</span>
  </span>
)

function Stock({ product }: { readonly product: Product }) {
  const stock = productStock(product)
  if (stock === undefined) return countDrafts(product) > 0 ? <Badge tone="neutral">Draft</Badge> : '–'
  return (
    <span className="flex items-center justify-end gap-2 cards:justify-start">
      {stock.warning !== undefined && <Badge tone={stock.level === 'out' ? 'red' : 'yellow'}>{stock.warning}</Badge>}
      {stock.units > 0 && formatCount(stock.units)}
    </span>
  )
}
