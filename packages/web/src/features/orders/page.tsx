import { type Order, limits, orderStates } from '@keydesk/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { ArrowUp, ChevronDown, Download, ShoppingCart } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { Button, buttonClass } from '../../kit/controls/button.tsx'
import { DateFilter } from '../../kit/controls/date-filter.tsx'
import { FilterChip } from '../../kit/controls/filter-chip.tsx'
import { SearchInput } from '../../kit/controls/search-input.tsx'
import { FilterSelect } from '../../kit/controls/select.tsx'
import { EmptyState, NoResults } from '../../kit/feedback/empty-state.tsx'
import { Failed } from '../../kit/feedback/failed.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Page, PageHeader, useTitle } from '../../kit/layout/page.tsx'
import { Toolbar } from '../../kit/layout/toolbar.tsx'
import { Menu } from '../../kit/overlay/menu.tsx'
import { LoadMore } from '../../kit/table/load-more.tsx'
import { capital, formatCount, plural } from '../../kit/text/format.ts'
import { orderColumns, ordersHeader } from '../../routes/orders.ts'
import { ListSkeleton } from '../../routes/pending.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { useOrderAddress } from './address.ts'
import { newestLimit, newestOrdersQuery, ordersQuery } from './data.ts'
import { type OrderFilters, useExportOrders } from './filters.ts'
import { OrderDrawer } from './drawer.tsx'
import { useOrderSteps } from './steps.tsx'
import { OrdersTable } from './table.tsx'

const KeySearchResult = lazyPart(
  async () => (await import('./key-history/key-history.tsx')).KeySearchResult,
  <SkeletonTable rows={4} columns={3} />,
)

const MenuItem = lazyPart(async () => (await import('../../kit/overlay/menu-entries.tsx')).MenuItem)
const ApiKeyChip = lazyPart(async () => (await import('../api-keys/parts.tsx')).ApiKeyChip)

/** A foreign host ignores filters and answers all of its orders. */
const noFilters = {}

export function OrdersPage() {
  const address = useOrderAddress()
  const { isOwnHost, may } = useAuth()
  const query = useInfiniteQuery(ordersQuery(useApi(), isOwnHost ? address.filters : noFilters))
  const shown = query.data?.orders
  // Null while there are orders, so that the memoised table does not render again.
  const empty =
    shown?.length === 0 ? isOwnHost && address.isFiltered ? <NoResults what="orders" onClear={address.clear} /> : <NoOrders /> : null

  // A key, or a failed lookup, is shown in place of the list.
  const isListReplaced = address.key !== null || address.failure !== null

  // The filters do not contain a key: an export would have every order.
  const canExport = isOwnHost && may('orders:export') && !isListReplaced

  const steps = useOrderSteps(isListReplaced ? [] : shown, query, address)

  return (
    <Page>
      <PageHeader {...ordersHeader} actions={canExport && <ExportButtons filters={address.filters} />} />
      <OrdersToolbar
        address={isOwnHost ? address : null}
        count={isListReplaced ? undefined : shown && countText(shown.length, query.data?.total, query.hasNextPage)}
        isEmpty={!isListReplaced && shown?.length === 0}
        couponCode={shown?.[0]?.coupon_code}
      />
      {address.key !== null ? (
        <KeySearchResult value={address.key} />
      ) : address.failure !== null ? (
        <Failed title="The search failed" {...address.failure} onRetry={() => void address.searchAgain()} />
      ) : (
        <Loaded query={query} failure="Failed to fetch orders" skeleton={<ListSkeleton columns={orderColumns} />}>
          {({ orders, total, hasPages }) => (
            <div aria-busy={query.isPlaceholderData || address.isSearching} className="transition-opacity aria-busy:opacity-60">
              {/* A search result does not change while it is on screen. */}
              {isOwnHost && hasPages && address.filters.q === undefined && <NewOrders filters={address.filters} shown={orders} />}
              <OrdersTable orders={orders} total={total} current={address.order} empty={empty} />
              <LoadMore query={query} />
            </div>
          )}
        </Loaded>
      )}
      {address.order !== null && (
        <OrderDrawer
          id={address.order}
          row={shown?.find((order) => order.id === address.order)}
          steps={steps}
          onClose={address.closeOrder}
        />
      )}
    </Page>
  )
}

/** Every order that matches the filters as a file: a row for each order, or for each of its lines. */
function ExportButtons({ filters }: { readonly filters: OrderFilters }) {
  const exporting = useExportOrders()
  return (
    <div className="flex">
      <Button
        isCompact
        className="rounded-r-none"
        icon={<Download aria-hidden />}
        busy={exporting.isPending && 'Exporting...'}
        data-tooltip="Every order that matches the filters"
        onClick={() => exporting.mutate({ filters, rows: 'orders' })}
      >
        Export CSV
      </Button>
      <Menu
        label="Other exports"
        button={<ChevronDown aria-hidden />}
        className={cx(buttonClass(), 'control-square -ml-px rounded-l-none px-0')}
      >
        <MenuItem onSelect={() => exporting.mutate({ filters, rows: 'lines' })}>One row per line, with discount, refund and cost</MenuItem>
      </Menu>
    </div>
  )
}

const NoOrders = () => (
  <EmptyState
    icon={<ShoppingCart />}
    title="No orders yet"
    hint="They appear here as soon as your storefront makes them through the store API."
  />
)

function countText(loaded: number, total: number | undefined, hasMore: boolean): string {
  if (total !== undefined && total > loaded) return `${formatCount(loaded)} of ${plural(total, 'order')}`
  return hasMore ? `Newest ${plural(loaded, 'order')}` : plural(loaded, 'order')
}

const statusOptions = [
  { value: '', label: 'All statuses' },
  ...orderStates.map((state) => ({ value: state, label: capital(state).replace('_', ' ') })),
]

interface OrdersToolbarProps {
  /** Null if the host cannot filter. */
  readonly address: ReturnType<typeof useOrderAddress> | null
  readonly count: string | undefined
  readonly isEmpty: boolean
  /** The code of the coupon to filter by, once an order is loaded. */
  readonly couponCode: string | undefined
}

function OrdersToolbar({ address, count, isEmpty, couponCode }: OrdersToolbarProps) {
  if (address === null) return <Toolbar count={count} />
  const { filters, typed, setTyped, change } = address
  return (
    <Toolbar
      count={count}
      filterCount={
        [filters.status, filters.from ?? filters.to, filters.coupon_id, filters.api_key_id].filter((filter) => filter !== undefined).length
      }
      isEmpty={isEmpty}
      onClear={address.isFiltered ? address.clear : undefined}
      filters={
        <>
          <FilterSelect
            label="Status"
            value={filters.status ?? ''}
            options={statusOptions}
            onChange={(status) => change({ status: orderStates.find((state) => state === status) })}
          />
          <DateFilter from={filters.from ?? ''} to={filters.to ?? ''} onChange={change} />
          {filters.coupon_id !== undefined && (
            <FilterChip
              text={couponCode === undefined ? 'With one coupon' : `With coupon ${couponCode}`}
              onRemove={() => change({ coupon: undefined })}
            />
          )}
          {filters.api_key_id !== undefined && <ApiKeyChip id={filters.api_key_id} onClear={() => change({ api_key: undefined })} />}
        </>
      }
    >
      <SearchInput
        label="Search orders"
        placeholder="Email, order, key or payment"
        maxLength={limits.keyLength}
        value={typed}
        onChange={setTyped}
      />
    </Toolbar>
  )
}

interface NewOrdersProps {
  readonly filters: OrderFilters
  readonly shown: readonly Order[]
}

/** Announces new orders above the table and in the tab's title. The table shows them when the person asks for them. */
function NewOrders({ filters, shown }: NewOrdersProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { data: newest } = useQuery(newestOrdersQuery(api, filters))
  // The first row is the newest by its time, which a later order can precede.
  const newestShown = shown.reduce((highest, { id }) => Math.max(highest, id), 0)
  const count = newest.filter((id) => id > newestShown).length
  useTitle(count === 0 ? 'Orders' : `(${count < newestLimit ? count : `${newestLimit}+`}) Orders`)

  const show = async () => {
    const { queryKey } = ordersQuery(api, filters)
    // Keeps the first page alone: the others would be refetched too.
    queries.setQueryData(queryKey, (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) })
    await queries.invalidateQueries({ queryKey })
    window.scrollTo({ top: 0 })
  }
  return (
    // No height, so that nothing moves.
    <div role="status" className="sticky top-[calc(var(--header-height)+0.75rem)] z-10 flex h-0 justify-center">
      {count > 0 && (
        <button
          type="button"
          onClick={() => void show()}
          className="control inline-flex h-9 -translate-y-1/2 animate-appear items-center gap-2 rounded-full bg-raised px-4 text-table font-medium text-accent shadow-float hover:bg-pressed"
        >
          <ArrowUp aria-hidden className="size-4" />
          {count < newestLimit ? plural(count, 'new order') : `${newestLimit}+ new orders`}
        </button>
      )}
    </div>
  )
}
