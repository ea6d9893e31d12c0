import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, ShoppingCart } from 'lucide-react'
import { useRef } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/button.tsx'
import { EmptyState, NoResults } from '../../kit/empty-state.tsx'
import { Failed } from '../../kit/failed.tsx'
import { formatCount, plural } from '../../kit/format.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { LoadMore } from '../../kit/load-more.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { NewOrders } from './new-orders.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { ordersQuery, useExportOrders } from './orders-data.ts'
import { OrdersPosition } from './orders-position.tsx'
import { OrdersTable } from './orders-table.tsx'
import { OrdersToolbar } from './orders-toolbar.tsx'
import { useOrderAddress } from './use-order-address.ts'

const KeyFound = lazyPart(async () => (await import('./key-life/key-found.tsx')).KeyFound, <SkeletonTable rows={4} columns={3} />)

/** Another host answers all of its orders, whatever it is asked for. */
const noFilters = {}

export function OrdersPage() {
  const address = useOrderAddress()
  const { isOwnHost, may } = useAuth()
  const query = useInfiniteQuery(ordersQuery(useApi(), isOwnHost ? address.filters : noFilters))
  const list = useRef<HTMLDivElement>(null)
  const exporting = useExportOrders()
  const shown = query.data?.orders
  // Made only where it shows, so that the table is the same to React for as long as there are orders.
  const empty =
    shown?.length === 0 ? isOwnHost && address.isFiltered ? <NoResults what="orders" onClear={address.clear} /> : <NoOrders /> : null

  // The list below is not what is searched then.
  const isSearchApart = address.key !== null || address.failure !== null

  const exportCsv = isOwnHost && may('orders:export') && (
    <Button
      icon={<Download aria-hidden />}
      busy={exporting.isPending && 'Exporting...'}
      data-tooltip="Every order that matches the filters"
      onClick={() => exporting.mutate(address.filters)}
    >
      Export CSV
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Latest Orders" description="What customers have bought, newest first." actions={exportCsv} />
      <OrdersToolbar
        address={isOwnHost ? address : null}
        count={isSearchApart ? undefined : shown && countText(shown.length, query.data?.total, query.hasNextPage)}
        isEmpty={!isSearchApart && shown?.length === 0}
        couponCode={shown?.[0]?.coupon_code}
      />
      {address.key !== null ? (
        <KeyFound value={address.key} />
      ) : address.failure !== null ? (
        <Failed title="The search failed" {...address.failure} onRetry={() => void address.searchAgain()} />
      ) : (
        <Loaded query={query} failure="Failed to fetch orders" skeleton={<SkeletonTable rows={10} columns={6} />}>
          {({ orders, total, hasPages }) => (
            <div ref={list} aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
              {/* What a search finds does not change while it is looked at. */}
              {isOwnHost && hasPages && address.filters.q === undefined && <NewOrders filters={address.filters} shown={orders} />}
              <OrdersTable orders={orders} empty={empty} />
              <LoadMore query={query} />
              <OrdersPosition list={list} loaded={orders.length} total={total} />
            </div>
          )}
        </Loaded>
      )}
      {address.order !== null && (
        <OrderDrawer
          key={address.order}
          id={address.order}
          row={shown?.find((order) => order.id === address.order)}
          onClose={address.closeOrder}
        />
      )}
    </Page>
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
