import { type HeldMessage, inSentence, type RestoreHolds, variantName, type WithheldBatch } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Ban, FileUp, RotateCcw, Send, Trash } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { FileButton } from '../../kit/controls/file-button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatCount, plural } from '../../kit/text/format.ts'
import { restoreHoldsQuery, useApplySoldKeys, useDecideKeys, useDecideMessages } from './data.ts'

/** What a restore holds until an owner decides. For owners. */
export function RestoreHoldsPanel() {
  const query = useQuery(restoreHoldsQuery(useApi()))
  return (
    <Loaded query={query} failure="Failed to fetch what is held" skeleton={<SkeletonTable rows={3} columns={4} />}>
      {(held) => (
        <div className="flex flex-col gap-8">
          {held.batches.length === 0 && held.message_count === 0 && (
            <EmptyState
              icon={<ArchiveRestore />}
              title="Nothing is held"
              hint="After a backup is restored, keys and messages that may have been sold or sent since then wait here for your decision."
            />
          )}
          {held.lost_orders > 0 && <LostOrders orders={held.lost_orders} file={held.lost_orders_file} />}
          {held.batches.length > 0 && <HeldKeys batches={held.batches} />}
          {held.message_count > 0 && <HeldMessages held={held} />}
        </div>
      )}
    </Loaded>
  )
}

/** The shop does not know these orders any more: the seller looks them up in the file. */
function LostOrders({ orders, file }: { readonly orders: number; readonly file: string }) {
  return (
    <p className="text-muted">
      <strong className="font-medium text-text">
        {plural(orders, 'order')} made after the backup {orders === 1 ? 'is' : 'are'} gone.
      </strong>{' '}
      The file {file} in the data folder where the restore ran says who paid what, with the payment reference.
    </p>
  )
}

const nameOf = ({ product_name, variant_name }: WithheldBatch): string => variantName(product_name, variant_name)

function HeldKeys({ batches }: { readonly batches: readonly WithheldBatch[] }) {
  const all = batches.reduce((sum, { keys }) => sum + keys, 0)
  const { releaseAll, strikeAll, isBusy } = useKeyDecisions()
  return (
    <PanelSection
      title="Held keys"
      description={`${plural(all, 'key')} may have been sold after the backup, so the storefront does not sell them. Release those that were not sold, and strike the others. If the old database is whole, "keydesk doctor --since MOMENT" there writes a file of what was sold since the backup.`}
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <SoldKeysFile keys={all} />
        <Button icon={<RotateCcw aria-hidden />} disabled={isBusy} onClick={() => void releaseAll(all)}>
          Release all
        </Button>
        <Button icon={<Ban aria-hidden />} disabled={isBusy} onClick={() => void strikeAll(all)}>
          Strike all
        </Button>
      </div>
      <DataTable label="Held keys" rows={batches} columns={keyColumns} rowKey={({ id }) => id} empty={null} />
    </PanelSection>
  )
}

/** Each decision names the count and the consequence before it is made. */
function useKeyDecisions() {
  const confirm = useConfirm()
  const decide = useDecideKeys()
  const release = async (keys: number, of: string, batches?: string[]) => {
    const text = `${plural(keys, 'key')}${of} can be sold again. A key that was sold after the backup would be sold twice.`
    const title = `Release ${plural(keys, 'key')}?`
    if (await confirm({ title, text, yes: 'Release', isDanger: true })) decide.mutate({ decision: 'release', ...(batches && { batches }) })
  }
  const strike = async (keys: number, of: string, batches?: string[]) => {
    const text = `${plural(keys, 'key')}${of} ${keys === 1 ? 'leaves' : 'leave'} the stock for good: never sold again, and not added by an import. Their history stays.`
    const title = `Strike ${plural(keys, 'key')}?`
    if (await confirm({ title, text, yes: 'Strike', isDanger: true })) decide.mutate({ decision: 'strike', ...(batches && { batches }) })
  }
  return {
    isBusy: decide.isPending,
    releaseAll: (keys: number) => release(keys, ''),
    strikeAll: (keys: number) => strike(keys, ''),
    release: (batch: WithheldBatch) => release(batch.keys, ` of ${inSentence(nameOf(batch))}`, [batch.id]),
    strike: (batch: WithheldBatch) => strike(batch.keys, ` of ${inSentence(nameOf(batch))}`, [batch.id]),
  }
}

/** The file that `doctor --since` writes from the old database. */
function SoldKeysFile({ keys }: { readonly keys: number }) {
  const confirm = useConfirm()
  const apply = useApplySoldKeys()
  const take = async (file: File) => {
    const lines = (await file.text()).split('\n').filter((line) => line.trim() !== '')
    // The first line names the shop.
    const sold = Math.max(0, lines.length - 1)
    const text = `The file has ${plural(sold, 'sold key')}. Those of the ${plural(keys, 'held key')} that are in it are struck, and all others can be sold again.`
    if (await confirm({ title: 'Use this file of sold keys?', text, yes: 'Use the file' })) apply.mutate(lines)
  }
  return (
    <FileButton
      label="File of sold keys"
      accept=".txt,text/plain"
      variant="primary"
      icon={<FileUp aria-hidden />}
      busy={apply.isPending && 'Reading...'}
      onFile={(file) => void take(file)}
    >
      Use a file of sold keys
    </FileButton>
  )
}

const keyColumns: Column<WithheldBatch>[] = [
  {
    title: 'Variant',
    share: 2,
    priority: 'high',
    cell: (batch) => <span className="font-medium">{nameOf(batch)}</span>,
  },
  { title: 'Import', share: 2, cell: ({ import_name }) => import_name || '-' },
  { title: 'Keys', align: 'right', cell: ({ keys }) => formatCount(keys) },
  { title: 'Actions', hideTitle: true, isActions: true, cell: (batch) => <BatchActions batch={batch} /> },
]

function BatchActions({ batch }: { readonly batch: WithheldBatch }) {
  const { release, strike, isBusy } = useKeyDecisions()
  return (
    <RowActions
      actions={[
        { label: 'Release', busy: isBusy, onSelect: () => void release(batch) },
        { label: 'Strike', icon: <Ban aria-hidden />, isDanger: true, busy: isBusy, onSelect: () => void strike(batch) },
      ]}
    />
  )
}

function HeldMessages({ held: { messages, message_count: all } }: { readonly held: RestoreHolds }) {
  const { send, drop, isBusy } = useMessageDecisions()
  const hidden = all - messages.length
  return (
    <PanelSection
      title="Held messages"
      description={`${plural(all, 'message')} waited in the backup, or came from orders that the restore ended. The same may have been sent after the backup, so nothing is sent unless you ask for it.`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button icon={<Send aria-hidden />} disabled={isBusy} onClick={() => void send(all)}>
            Send all
          </Button>
          <Button icon={<Trash aria-hidden />} disabled={isBusy} onClick={() => void drop(all)}>
            Drop all
          </Button>
        </div>
      }
    >
      <DataTable label="Held messages" rows={messages} columns={messageColumns} rowKey={({ id }) => id} empty={null} />
      {hidden > 0 && <p className="mt-2 text-muted">{plural(hidden, 'more message')}</p>}
    </PanelSection>
  )
}

function useMessageDecisions() {
  const confirm = useConfirm()
  const decide = useDecideMessages()
  const send = async (messages: number, ids?: number[]) => {
    const text = `${plural(messages, 'message')} ${messages === 1 ? 'goes' : 'go'} out now, or at the scheduled time. If the same was sent after the backup, it is sent twice.`
    const title = `Send ${plural(messages, 'message')}?`
    if (await confirm({ title, text, yes: 'Send', isDanger: true })) decide.mutate({ decision: 'send', ...(ids && { ids }) })
  }
  const drop = async (messages: number, ids?: number[]) => {
    const text = `${plural(messages, 'message')} will not be sent.`
    const title = `Drop ${plural(messages, 'message')}?`
    if (await confirm({ title, text, yes: 'Drop', isDanger: true })) decide.mutate({ decision: 'drop', ...(ids && { ids }) })
  }
  return { isBusy: decide.isPending, send, drop }
}

const messageColumns: Column<HeldMessage>[] = [
  {
    title: 'Message',
    share: 2,
    priority: 'high',
    cell: ({ event, about }) => (
      <>
        <span className="block font-medium">{about || event}</span>
        {about !== '' && <span className="block text-caption font-normal text-muted">{event}</span>}
      </>
    ),
  },
  { title: 'To', share: 1, cell: ({ channel, receiver }) => receiver || (channel === 'discord' ? 'Discord' : 'A deleted webhook') },
  { title: 'Due', cell: ({ due_at }) => <DateText at={due_at} as="time" /> },
  { title: 'Actions', hideTitle: true, isActions: true, cell: (message) => <MessageActions message={message} /> },
]

function MessageActions({ message: { id } }: { readonly message: HeldMessage }) {
  const { send, drop, isBusy } = useMessageDecisions()
  return (
    <RowActions
      actions={[
        { label: 'Send', busy: isBusy, onSelect: () => void send(1, [id]) },
        { label: 'Drop', icon: <Trash aria-hidden />, isDanger: true, busy: isBusy, onSelect: () => void drop(1, [id]) },
      ]}
    />
  )
}
