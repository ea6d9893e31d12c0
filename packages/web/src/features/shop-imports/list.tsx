import { inSentence, type ShopImport, shopImportFormatNames, shopImportFormats } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Store, Undo2, X } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Progress } from '../../kit/feedback/progress.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatCount, plural } from '../../kit/text/format.ts'
import { isOpen, nounOf, shopImportsQuery, useCancelImport, useUndoShopImport } from './data.ts'
import { useEnds } from './parts.tsx'

/** Imports so far, and the one that is running. */
export function ImportsList() {
  const query = useQuery(shopImportsQuery(useApi()))
  useEnds(query.data)
  const running = query.data?.find(isOpen)
  return (
    <PanelSection title="Imports" description="An import can be undone for two years. What was sold or changed since stays.">
      {running && <Running row={running} />}
      <Loaded query={query} failure="Failed to fetch the imports" skeleton={<SkeletonTable rows={2} columns={4} />}>
        {(rows) => (
          <DataTable
            label="Imports"
            rows={rows.filter((row) => !isOpen(row))}
            columns={columns}
            rowKey={({ id }) => id}
            empty={
              running ? null : (
                <EmptyState icon={<Store />} title="No imports yet" hint="Choose a file above. What it brings is listed here." />
              )
            }
          />
        )}
      </Loaded>
    </PanelSection>
  )
}

const doing: Readonly<Record<string, string>> = {
  running: 'Importing',
  cancelling: 'Cancelling the import of',
  undoing: 'Undoing the import of',
}

function Running({ row }: { readonly row: ShopImport }) {
  const cancel = useCancelImport()
  const percent = row.counts.new === 0 ? 100 : Math.floor((row.stored / row.counts.new) * 100)
  const isRunning = row.state === 'running'
  return (
    <div className="mb-3 flex items-end gap-3 rounded-control border border-border bg-surface p-3">
      <div className="min-w-0 flex-1">
        <Progress
          value={isRunning ? percent : 100}
          label={`${doing[row.state]} ${inSentence(row.file_name)}${isRunning ? `: ${formatCount(row.stored)} of ${plural(row.counts.new, 'row')}` : ''}`}
        />
      </div>
      {isRunning && (
        <Button size="sm" icon={<X aria-hidden />} busy={cancel.isPending && 'Cancelling...'} onClick={() => cancel.mutate(row)}>
          Cancel
        </Button>
      )}
    </div>
  )
}

const formatOf = ({ format }: ShopImport): string => {
  const known = shopImportFormats.find((each) => each === format)
  return known === undefined ? format : shopImportFormatNames[known]
}

const columns: readonly Column<ShopImport>[] = [
  {
    title: 'File',
    share: 2,
    priority: 'high',
    cell: (row) => (
      <>
        <span className="block font-medium wrap-anywhere">{row.file_name}</span>
        <span className="block text-caption font-normal text-muted">
          {row.kind === 'orders' ? 'Past orders' : row.kind === 'keys' ? 'Keys' : 'Products'}, {formatOf(row)}
        </span>
      </>
    ),
  },
  { title: 'Rows', align: 'right', cell: ({ state, stored }) => (state === 'done' ? formatCount(stored) : '-') },
  { title: 'State', share: 1, priority: 'high', cell: (row) => <State row={row} /> },
  { title: 'By', cell: ({ created_by }) => created_by },
  { title: 'Imported', cell: ({ created_at }) => <DateText at={created_at} as="time" /> },
  { title: 'Actions', hideTitle: true, isActions: true, cell: (row) => <Undo row={row} /> },
]

const ends: Readonly<Record<string, string>> = { undone: 'Undone', cancelled: 'Cancelled', failed: 'Failed' }

function State({ row: { state, kept } }: { readonly row: ShopImport }) {
  const stays = kept > 0 && <span className="ml-2 text-caption text-muted">{formatCount(kept)} kept</span>
  if (state === 'done') return <Badge tone="green">Imported</Badge>
  return (
    <>
      <Badge tone={state === 'failed' ? 'red' : 'neutral'}>{ends[state] ?? state}</Badge>
      {stays}
    </>
  )
}

function Undo({ row }: { readonly row: ShopImport }) {
  const confirm = useConfirm()
  const undo = useUndoShopImport()
  if (row.state !== 'done') return null
  const ask = async () => {
    const noun = nounOf[row.kind] ?? 'thing'
    const text = `The ${noun}s of ${inSentence(row.file_name)} are removed. Those that were sold, changed or built on since stay.`
    if (await confirm({ title: 'Undo this import?', text, yes: 'Undo import', isDanger: true })) undo.mutate(row)
  }
  return (
    <Button
      size="sm"
      aria-label={`Undo the import of ${row.file_name}`}
      icon={<Undo2 aria-hidden />}
      busy={undo.isPending && 'Undoing...'}
      onClick={() => void ask()}
    >
      Undo
    </Button>
  )
}
