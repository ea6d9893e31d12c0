import { webhookEvents, type NewWebhook, type Webhook } from '@keydesk/contract'
import { KeyRound, Pencil, ScrollText, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { Badge } from '../../kit/badge.tsx'
import { useConfirm } from '../../kit/confirm.tsx'
import { DataTable, type Column } from '../../kit/data-table.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconButton } from '../../kit/icon-button.tsx'
import { hostOf, useDeleteWebhook, useRotateSecret } from './webhooks-data.ts'

interface Actions {
  readonly onEdit: (webhook: Webhook) => void
  readonly onDeliveries: (webhook: Webhook) => void
  readonly onRotated: (made: NewWebhook) => void
}

export function WebhooksTable({ rows, ...actions }: Actions & { readonly rows: readonly Webhook[] }) {
  const columns = [...facts, actionsColumn(actions)]
  return <DataTable label="Webhooks" rows={rows} columns={columns} rowKey={({ id }) => id} empty={empty} />
}

const empty = (
  <EmptyState
    icon={<WebhookIcon />}
    title="No webhooks yet"
    hint="With a webhook your storefront hears at once that an order was paid for or a product changed, and need not ask again and again."
  />
)

const facts: readonly Column<Webhook>[] = [
  {
    title: 'URL',
    share: 2,
    priority: 'high',
    cell: (webhook) => (
      <>
        <span className="block font-mono wrap-anywhere">{webhook.url}</span>
        <span className="block text-caption font-normal text-muted">{sayEvents(webhook)}</span>
      </>
    ),
  },
  { title: 'State', share: 1, priority: 'high', cell: (webhook) => <State webhook={webhook} /> },
  { title: 'Last success', cell: ({ last_success_at }) => <DateText at={last_success_at} as="time" /> },
  { title: 'Last failure', cell: ({ last_failure_at }) => <DateText at={last_failure_at} as="time" /> },
]

const sayEvents = ({ events }: Webhook): string => (events.length === webhookEvents.length ? 'All events' : events.join(', '))

function State({ webhook: { active, disabled_reason, last_failure } }: { readonly webhook: Webhook }) {
  if (!active) return <Badge tone="neutral">Paused</Badge>
  if (disabled_reason !== null) return <BadgeWith tone="red" name="Disabled" reason={disabled_reason} />
  if (last_failure !== null) return <BadgeWith tone="yellow" name="Failing" reason={last_failure} />
  return <Badge tone="green">Active</Badge>
}

const BadgeWith = ({ tone, name, reason }: { readonly tone: 'red' | 'yellow'; readonly name: string; readonly reason: string }) => (
  <>
    <Badge tone={tone}>{name}</Badge>
    <span className="mt-1 block text-caption text-muted">{reason}</span>
  </>
)

const actionsColumn = (actions: Actions): Column<Webhook> => ({
  title: 'Actions',
  hideTitle: true,
  isActions: true,
  cell: (webhook) => <RowActions webhook={webhook} {...actions} />,
})

function RowActions({ webhook, onEdit, onDeliveries, onRotated }: Actions & { readonly webhook: Webhook }) {
  const confirm = useConfirm()
  const remove = useDeleteWebhook()
  const rotate = useRotateSecret()
  const host = hostOf(webhook)
  const askToRotate = async () => {
    const text =
      'The receiver needs the new secret within 24 hours: until then the one before works, too. One from an earlier rotation stops at once.'
    if (await confirm({ title: `Rotate the secret of ${host}?`, text, yes: 'Rotate' })) rotate.mutate(webhook, { onSuccess: onRotated })
  }
  const askToDelete = async () => {
    const text = 'Nothing more is sent to it, what waits included, and its list of deliveries goes with it.'
    if (await confirm({ title: `Delete the webhook to ${host}?`, text, yes: 'Delete', danger: true })) remove.mutate(webhook)
  }
  return (
    <>
      <IconButton label={`Deliveries to ${host}`} icon={<ScrollText aria-hidden />} onClick={() => onDeliveries(webhook)} />
      <IconButton label={`Edit ${host}`} icon={<Pencil aria-hidden />} onClick={() => onEdit(webhook)} />
      <IconButton
        label={`Rotate the secret of ${host}`}
        icon={<KeyRound aria-hidden />}
        busy={rotate.isPending}
        onClick={() => void askToRotate()}
      />
      <IconButton
        label={`Delete ${host}`}
        variant="danger"
        icon={<Trash2 aria-hidden />}
        busy={remove.isPending}
        onClick={() => void askToDelete()}
      />
    </>
  )
}
