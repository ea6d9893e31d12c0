import { type NewWebhook, type Webhook, webhookEvents } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, ScrollText, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { asListed } from '../../api/list-query.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { ShownOnce } from '../../kit/form/shown-once.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { useCloseOver, useSearchParams, useSetSearchParams } from '../../kit/search-params.ts'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { hostOf, useDeleteWebhook, useRotateSecret, webhooksQuery } from './data.ts'
import { DeliveriesDrawer } from './deliveries.tsx'
import { WebhookDialog } from './dialog.tsx'

type Open =
  | { readonly is: 'nothing' | 'creating' }
  | { readonly is: 'editing' | 'rotating'; readonly webhook: Webhook }
  | { readonly is: 'secret'; readonly made: NewWebhook; readonly isRotated: boolean }

/** Webhooks, which receive events. For owners. */
export function WebhooksPanel() {
  const query = useQuery(webhooksQuery(useApi()))
  const { webhooks_deliveries: listed } = useSearchParams()
  const change = useSetSearchParams()
  const closeOver = useCloseOver()
  const [open, setOpen] = useState<Open>({ is: 'nothing' })
  const close = () => setOpen({ is: 'nothing' })
  // A form also closes when the secret is shown: that must not close the secret.
  const closeForm = () => setOpen((now) => (now.is === 'secret' ? now : { is: 'nothing' }))
  const withDeliveries = query.data?.find(({ id }) => id === listed)
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ is: 'creating' })}>
      Create webhook
    </Button>
  )
  return (
    <>
      <PanelSection
        title="Receivers"
        description="Keydesk tells these addresses what happens: sales, refunds, stock and products."
        action={create}
      >
        <Loaded query={query} failure="Failed to fetch the webhooks" skeleton={<SkeletonTable rows={2} columns={4} />}>
          {(rows) => (
            <WebhooksTable
              rows={rows}
              onEdit={(webhook) => setOpen({ is: 'editing', webhook })}
              onDeliveries={({ id }) => void change({ webhooks_deliveries: id }, { isStep: true })}
              onRotate={(webhook) => setOpen({ is: 'rotating', webhook })}
            />
          )}
        </Loaded>
      </PanelSection>
      {open.is === 'creating' && (
        <WebhookDialog onCreated={(made) => setOpen({ is: 'secret', made, isRotated: false })} onClose={closeForm} />
      )}
      {open.is === 'rotating' && (
        <RotateDialog webhook={open.webhook} onRotated={(made) => setOpen({ is: 'secret', made, isRotated: true })} onClose={closeForm} />
      )}
      {open.is === 'editing' && <WebhookDialog webhook={asListed(open.webhook, query.data ?? [])} onClose={close} />}
      {withDeliveries && <DeliveriesDrawer webhook={withDeliveries} onClose={() => closeOver({ webhooks_deliveries: undefined })} />}
      {open.is === 'secret' && (
        <ShownOnce
          title={open.isRotated ? 'Secret rotated' : 'Webhook created'}
          text={
            open.isRotated
              ? `Put the new secret into the receiver at ${hostOf(open.made)}. It is shown only now. The old one works for 24 more hours.`
              : `The receiver at ${hostOf(open.made)} uses it to check that messages come from you. It is shown only now.`
          }
          label="Secret"
          secret={open.made.secret}
          onClose={close}
        />
      )}
    </>
  )
}

interface Actions {
  readonly onEdit: (webhook: Webhook) => void
  readonly onDeliveries: (webhook: Webhook) => void
  readonly onRotate: (webhook: Webhook) => void
}

function WebhooksTable({ rows, ...actions }: Actions & { readonly rows: readonly Webhook[] }) {
  const columns = [...facts, actionsColumn(actions)]
  return <DataTable label="Webhooks" rows={rows} columns={columns} rowKey={({ id }) => id} empty={empty} />
}

const empty = (
  <EmptyState
    icon={<WebhookIcon />}
    title="No webhooks yet"
    hint="A webhook tells your storefront at once that an order was paid or a product changed."
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
        <span className="block text-caption font-normal text-muted">{formatEvents(webhook)}</span>
      </>
    ),
  },
  { title: 'State', share: 1, priority: 'high', cell: (webhook) => <State webhook={webhook} /> },
  { title: 'Last success', cell: ({ last_success_at }) => <DateText at={last_success_at} as="time" /> },
  { title: 'Last failure', cell: ({ last_failure_at }) => <DateText at={last_failure_at} as="time" /> },
]

const formatEvents = ({ events }: Webhook): string => (events.length === webhookEvents.length ? 'All events' : events.join(', '))

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
  cell: (webhook) => <WebhookActions webhook={webhook} {...actions} />,
})

function WebhookActions({ webhook, onEdit, onDeliveries, onRotate }: Actions & { readonly webhook: Webhook }) {
  const confirm = useConfirm()
  const remove = useDeleteWebhook()
  const host = hostOf(webhook)
  const askToDelete = async () => {
    const text = 'Nothing more is sent to it, waiting messages included. Its list of deliveries is deleted too.'
    if (await confirm({ title: `Delete the webhook to ${host}?`, text, yes: 'Delete', isDanger: true })) remove.mutate(webhook)
  }
  return (
    <RowActions
      actions={[
        { label: 'Deliveries', icon: <ScrollText aria-hidden />, onSelect: () => onDeliveries(webhook) },
        { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => onEdit(webhook) },
        { label: 'Rotate secret', icon: <KeyRound aria-hidden />, onSelect: () => onRotate(webhook) },
        { label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, busy: remove.isPending, onSelect: () => void askToDelete() },
      ]}
    />
  )
}

interface RotateProps {
  readonly webhook: Webhook
  readonly onRotated: (made: NewWebhook) => void
  readonly onClose: () => void
}

function RotateDialog({ webhook, onRotated, onClose }: RotateProps) {
  const rotate = useRotateSecret(webhook.id)
  return (
    <FormDialog
      title={`Rotate the secret of ${hostOf(webhook)}?`}
      description="The receiver needs the new secret within 24 hours: until then the old one works too. A secret from an earlier rotation stops at once."
      submitLabel="Rotate"
      busyLabel="Rotating..."
      // The value when the dialog opened, so that a repeat after a lost answer ends no secret in use.
      initial={{ previous_secret_until: webhook.previous_secret_until }}
      onSubmit={async (seen) => onRotated(await rotate(seen))}
      inlineError={(error) => error.message}
      onClose={onClose}
    >
      {() => null}
    </FormDialog>
  )
}
