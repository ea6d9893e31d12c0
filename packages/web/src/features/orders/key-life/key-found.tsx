import type { KeyHistory } from '@keydesk/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { useApi } from '../../../api/context.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Failed } from '../../../kit/failed.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { SkeletonTable } from '../../../kit/skeleton.tsx'
import { OrdersTable } from '../orders-table.tsx'
import { keyLifeQuery, orderQuery } from '../orders-data.ts'
import { Passport } from './passport.tsx'

/** What a search shows when its text is a key: the key's whole life, and the orders in it. */
export function KeyFound({ value }: { readonly value: string }) {
  const query = useQuery(keyLifeQuery(useApi(), { value }))
  return (
    <Loaded query={query} failure="Failed to look the key up" skeleton={<SkeletonTable rows={4} columns={3} />}>
      {(passport) => passport !== null && <Found value={value} passport={passport} />}
    </Loaded>
  )
}

function Found({ value, passport }: { readonly value: string; readonly passport: KeyHistory }) {
  const api = useApi()
  const ids = [...new Set(passport.events.flatMap(({ order_id }) => order_id ?? []))].toReversed()
  const orders = useQueries({ queries: ids.map((id) => orderQuery(api, id)) })
  const empty = <EmptyState icon={<ShoppingCart />} title="No order has had this key" hint="It can be sold as soon as its turn comes." />
  const failed = orders.filter(({ isError }) => isError)
  const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()))
  return (
    <div className="space-y-4">
      <Passport value={value} passport={passport} />
      {failed.length > 0 && (
        <Failed
          title="Failed to fetch orders"
          error={failed[0]!.error}
          isTrying={failed.some(({ isFetching }) => isFetching)}
          onRetry={retry}
        />
      )}
      <OrdersTable orders={orders.flatMap(({ data }) => data ?? [])} empty={ids.length === 0 ? empty : null} />
    </div>
  )
}
