import type { Order } from '@keydesk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { plural } from '../../kit/format.ts'
import { newestLimit, newestOrdersQuery, ordersQuery, type OrderFilters } from './orders-data.ts'

interface Props {
  readonly filters: OrderFilters
  readonly shown: readonly Order[]
}

/** Says that orders have come, over the table, which stays as it is until a person asks for them. */
export function NewOrders({ filters, shown }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const { data: newest } = useQuery(newestOrdersQuery(api, filters))
  const known = shown[0]?.id ?? 0
  const count = newest.filter((id) => id > known).length

  const show = async () => {
    const { queryKey } = ordersQuery(api, filters)
    // The newest page alone: pages further down would have to be fetched again, too.
    queries.setQueryData(queryKey, (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) })
    await queries.invalidateQueries({ queryKey })
    window.scrollTo({ top: 0 })
  }
  return (
    // Without a height of its own, so that nothing moves.
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
