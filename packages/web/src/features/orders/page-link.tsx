import { type OrderDetails, orders } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { Button } from '../../kit/controls/button.tsx'
import { CopyButton } from '../../kit/controls/copy-button.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { Card } from '../../kit/layout/card.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { DrawerSection } from '../../kit/overlay/drawer.tsx'
import { useMay } from '../../session/session-provider.tsx'

/** The page that the customer of a completed order can open without an account. */
export function OrderPageLink({ order }: { readonly order: OrderDetails }) {
  const may = useMay()
  const confirm = useConfirm()
  const renew = useRenewPageLink(order.id)
  // The page shows the keys.
  if (order.completed_at === null || !may('orders:reveal')) return null
  const ask = async () => {
    const text = 'The link that the customer has stops working. Send the new one to the customer.'
    if (order.page_url === null || (await confirm({ title: 'Make a new link?', text, yes: 'Make new link', no: 'Keep the link' })))
      renew.mutate(undefined)
  }
  const actions = (
    <Button size="sm" busy={renew.isPending && 'Making...'} onClick={() => void ask()}>
      New link
    </Button>
  )
  return (
    <DrawerSection title="Customer’s page" actions={actions}>
      <Card>
        {order.page_url === null ? (
          <p className="px-4 py-3 text-muted">No link is known. Make a new one to send it to the customer.</p>
        ) : (
          <p className="flex min-h-11 items-center gap-2 px-4">
            <a
              href={order.page_url}
              target="_blank"
              rel="noreferrer"
              className="flex min-w-0 flex-1 items-center gap-2 hover:text-accent focus-visible:text-accent"
            >
              <span className="truncate">{order.page_url}</span>
              <ExternalLink aria-hidden className="size-3.5 shrink-0 text-muted" />
            </a>
            <CopyButton text={order.page_url} label="Copy link" />
          </p>
        )}
      </Card>
    </DrawerSection>
  )
}

function useRenewPageLink(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async () => {
      const answer = await api(orders.renewPageLink, { params: { id } })
      queries.setQueryData<OrderDetails>(queryKeys.order(id), (order) => order && { ...order, ...answer?.data })
    },
    success: 'New link made',
    failure: { serverOr: 'Failed to make a new link' },
    refresh: queryKeys.order(id),
  })
}
