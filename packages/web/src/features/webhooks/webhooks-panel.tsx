import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { NewWebhook, Webhook } from '@keydesk/contract'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PanelSection } from '../../kit/panel-section.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { DeliveriesDrawer } from './deliveries-drawer.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { hostOf, webhooksQuery } from './webhooks-data.ts'
import { WebhooksTable } from './webhooks-table.tsx'

type Open =
  | { readonly is: 'nothing' | 'creating' }
  | { readonly is: 'editing' | 'deliveries'; readonly webhook: Webhook }
  | { readonly is: 'secret'; readonly made: NewWebhook; readonly isRotated: boolean }

/** Addresses that are told what happens. For owners. */
export function WebhooksPanel() {
  const query = useQuery(webhooksQuery(useApi()))
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>({ is: 'nothing' })
  const close = () => setOpen({ is: 'nothing' })
  // What was sent meanwhile changes the state of a receiver.
  const closeDeliveries = () => {
    close()
    void queries.invalidateQueries({ queryKey: keys.webhookList })
  }
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
              onDeliveries={(webhook) => setOpen({ is: 'deliveries', webhook })}
              onRotated={(made) => setOpen({ is: 'secret', made, isRotated: true })}
            />
          )}
        </Loaded>
      </PanelSection>
      {open.is === 'creating' && (
        <WebhookDialog
          onCreated={(made) => setOpen({ is: 'secret', made, isRotated: false })}
          // Once the secret is there, the form has gone by itself.
          onClose={() => setOpen((now) => (now.is === 'creating' ? { is: 'nothing' } : now))}
        />
      )}
      {open.is === 'editing' && <WebhookDialog webhook={open.webhook} onClose={close} />}
      {open.is === 'deliveries' && <DeliveriesDrawer webhook={open.webhook} onClose={closeDeliveries} />}
      {open.is === 'secret' && (
        <ShownOnce
          title={open.isRotated ? 'Secret rotated' : 'Webhook created'}
          text={
            open.isRotated
              ? `Put the new secret into the receiver at ${hostOf(open.made)}. It is shown only now. The one before works for 24 hours more.`
              : `The receiver at ${hostOf(open.made)} checks with it that messages are yours. It is shown only now.`
          }
          label="Secret"
          secret={open.made.secret}
          onClose={close}
        />
      )}
    </>
  )
}
