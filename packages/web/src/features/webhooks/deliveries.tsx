import { type DeliveryStatus, type Webhook, type WebhookDelivery, deliveryStatuses } from '@keydesk/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, ScrollText, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useListApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { Button, IconButton } from '../../kit/controls/button.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { EmptyState, NoResults } from '../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Drawer } from '../../kit/overlay/drawer.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { LoadMore } from '../../kit/table/load-more.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { capital } from '../../kit/text/format.ts'
import { deliveriesQuery, hostOf, useResend, useSendTest } from './data.ts'

interface Props {
  readonly webhook: Webhook
  readonly onClose: () => void
}

const words: Readonly<Record<DeliveryStatus, { readonly name: string; readonly tone: 'green' | 'yellow' | 'red' }>> = {
  pending: { name: 'Waiting', tone: 'yellow' },
  success: { name: 'Delivered', tone: 'green' },
  failed: { name: 'Failed', tone: 'red' },
}
const filters = [{ value: '', label: 'All' }, ...deliveryStatuses.map((value) => ({ value, label: words[value].name }))]
const isStatus = (text: string): text is DeliveryStatus => deliveryStatuses.some((status) => status === text)

/** Sent and waiting deliveries of a webhook, newest first. */
export function DeliveriesDrawer({ webhook, onClose }: Props) {
  const [filter, setFilter] = useState('')
  const status = isStatus(filter) ? filter : undefined
  const query = useInfiniteQuery(deliveriesQuery(useListApi(), webhook.id, status))
  const queries = useQueryClient()
  const failures = query.data?.rows.filter((delivery) => delivery.status === 'failed').length ?? 0
  // The server may have disabled the webhook.
  useEffect(() => {
    if (failures > 0) void queries.invalidateQueries({ queryKey: queryKeys.webhookList })
  }, [queries, failures])
  // Deliveries may have changed the state of the webhook.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: queryKeys.webhookList }), [queries])
  const test = useSendTest(webhook)
  const resend = useResend(webhook)
  const isTesting = test.isPending || query.data?.rows.some(isTestUnderWay) === true
  const isLive = webhook.active && webhook.disabled_reason === null
  const columns = isLive ? [...facts, resendColumn(resend.mutate, resend.isPending ? resend.variables : null)] : facts
  return (
    <Drawer title={`Deliveries to ${hostOf(webhook)}`} description="Kept for 30 days." size="wide" onClose={onClose}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Status" value={filter} options={filters} onChange={setFilter} />
        <Button
          icon={<Send aria-hidden />}
          disabled={!isLive}
          busy={isTesting && 'Sending...'}
          // A double click sends one test, also if the first is already finished.
          onClick={({ detail }) => detail < 2 && test.mutate(undefined)}
        >
          Send test
        </Button>
      </div>
      <Loaded query={query} failure="Failed to fetch the deliveries" skeleton={<SkeletonTable rows={6} columns={5} />}>
        {({ rows }) => (
          <div aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
            <DataTable
              label="Deliveries"
              rows={rows}
              columns={columns}
              rowKey={({ id }) => id}
              empty={status === undefined ? empty : <NoResults what="deliveries" onClear={() => setFilter('')} />}
            />
            <LoadMore query={query} />
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

const isTestUnderWay = ({ event, status }: WebhookDelivery): boolean => event === 'webhook.test' && status === 'pending'

const empty = <EmptyState icon={<ScrollText />} title="No deliveries yet" hint="Send a test, or wait for the next event." />

const facts: readonly Column<WebhookDelivery>[] = [
  {
    title: 'Event',
    share: 2,
    priority: 'high',
    cell: ({ event, subject }) => (
      <>
        <span className="block font-mono">{event}</span>
        {subject !== '' && <span className="block text-caption font-normal text-muted">{capital(subject)}</span>}
      </>
    ),
  },
  { title: 'Status', priority: 'high', cell: ({ status }) => <Status status={status} /> },
  { title: 'Created', cell: ({ created_at }) => <DateText at={created_at} as="second" /> },
  { title: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { title: 'Answer', share: 2, cell: (delivery) => <Answer delivery={delivery} /> },
]

function Status({ status }: Pick<WebhookDelivery, 'status'>) {
  return isStatus(status) ? <Badge tone={words[status].tone}>{words[status].name}</Badge> : status
}

function Answer({ delivery }: { readonly delivery: WebhookDelivery }) {
  return (
    <>
      {formatAnswer(delivery)}
      {delivery.earlier.map(({ at, status, reason, response_status }) => (
        <span key={at} className="mt-1 block text-caption text-muted">
          Before: {status === 'success' ? `Delivered (${response_status})` : reason},{' '}
          <span className="whitespace-nowrap">
            <DateText at={at} as="second" />
          </span>
        </span>
      ))}
    </>
  )
}

function formatAnswer({ reason, response_status, status, next_attempt_at, attempts }: WebhookDelivery) {
  if (reason === null) return response_status ?? <span className="text-muted">-</span>
  if (status !== 'pending' || attempts === 0) return reason
  return (
    <>
      <span className="block">{reason}</span>
      <span className="block text-caption text-muted">
        Again <DateText at={next_attempt_at} as="second" />
      </span>
    </>
  )
}

const resendColumn = (onResend: (delivery: WebhookDelivery) => void, sending: WebhookDelivery | null): Column<WebhookDelivery> => ({
  title: 'Actions',
  hideTitle: true,
  isActions: true,
  cell: (delivery) => (
    <IconButton
      label={`Resend ${delivery.event}`}
      icon={<RotateCw aria-hidden />}
      busy={sending?.id === delivery.id}
      onClick={() => onResend(delivery)}
    />
  ),
})
