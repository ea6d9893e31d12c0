import { type OrderDetails, orders } from '@keydesk/contract'
import { ExternalLink } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { Button } from '../../kit/controls/button.tsx'
import { copyText } from '../../kit/controls/copy-button.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { Card } from '../../kit/layout/card.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { DrawerSection } from '../../kit/overlay/drawer.tsx'
import { useMay } from '../../session/session-provider.tsx'

/** The page that the customer of a completed order can open without an account. Its link shows the keys, so it is fetched on request. */
export function OrderPageLink({ order }: { readonly order: OrderDetails }) {
  const { id, completed_at, is_page_on } = order
  const may = useMay()
  const confirm = useConfirm()
  const copy = useCopyPageLink(id)
  const renew = useRenewPageLink(id)
  if (completed_at === null || !is_page_on || !may('orders:reveal')) return null
  const url = renew.data ?? copy.data?.url
  const isLinked = hasLink(order)
  const ask = async () => {
    const text = 'The link that the customer has stops working. Send the new one to the customer.'
    const question = { title: 'Make a new link?', text, yes: 'Make new link', no: 'Keep the link' }
    // If the answer is lost, the copied link may have ended.
    if (!isLinked || (await confirm(question))) renew.mutate(undefined, { onError: copy.reset })
  }
  const actions = (
    <>
      {isLinked && (
        <Button size="sm" busy={copy.isPending && 'Copying...'} onClick={() => copy.mutate(undefined, { onSuccess: renew.reset })}>
          Copy page link
        </Button>
      )}
      <Button size="sm" busy={renew.isPending && 'Making...'} onClick={() => void ask()}>
        New link
      </Button>
    </>
  )
  return (
    <DrawerSection title="Customer’s page" actions={actions}>
      <Card>
        {url === undefined ? (
          <p className="px-4 py-3 text-muted">
            {isLinked
              ? 'Whoever has the link can see the keys. Copying it counts as revealing them.'
              : 'This order came without keys, so its page has no link yet.'}
          </p>
        ) : (
          <p className="flex min-h-11 items-center gap-2 px-4">
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="flex min-w-0 flex-1 items-center gap-2 hover:text-accent focus-visible:text-accent"
            >
              <span className="truncate">{url}</span>
              <ExternalLink aria-hidden className="size-3.5 shrink-0 text-muted" />
            </a>
          </p>
        )}
      </Card>
    </DrawerSection>
  )
}

/** A past order of another shop without keys gets no link before somebody makes one. */
const hasLink = ({ is_imported, keys, timeline }: OrderDetails): boolean =>
  is_imported !== true || keys.length > 0 || timeline.some(({ action }) => action === 'order.page_link_renewed')

/** The link is shown, too: not every browser allows copying. */
function useCopyPageLink(id: number) {
  const api = useApi()
  return useAction({
    run: async () => {
      const url = (await api(orders.copyPageLink, { params: { id } }))?.data.page_url
      return { url, isCopied: url !== undefined && (await copyText(url)) }
    },
    success: ({ isCopied }) => (isCopied ? 'Link copied' : null),
    failure: { serverOr: 'Failed to copy the link' },
    refresh: queryKeys.order(id),
  })
}

function useRenewPageLink(id: number) {
  const api = useApi()
  return useAction({
    run: async () => (await api(orders.renewPageLink, { params: { id } }))?.data.page_url,
    success: 'New link made',
    failure: { serverOr: 'Failed to make a new link' },
    refresh: queryKeys.order(id),
  })
}
