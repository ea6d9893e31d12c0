import { inSentence, type KeyImport } from '@keydesk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Boxes, FileUp, Undo2, Upload } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useListApi } from '../../../api/context.tsx'
import { Button } from '../../../kit/controls/button.tsx'
import { SearchInput } from '../../../kit/controls/search-input.tsx'
import { EmptyState, NoResults } from '../../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../../kit/feedback/loading.tsx'
import { Card } from '../../../kit/layout/card.tsx'
import { useConfirm } from '../../../kit/overlay/confirm.tsx'
import { useFocusRefuge } from '../../../kit/overlay/focus.ts'
import { LoadMore } from '../../../kit/table/load-more.tsx'
import { VirtualList } from '../../../kit/table/virtual-list.tsx'
import { DateText } from '../../../kit/text/date-text.tsx'
import { countOf, formatCount, plural } from '../../../kit/text/format.ts'
import { useMay } from '../../../session/session-provider.tsx'
import { BatchCost } from './batch-cost.tsx'
import { type StockChanged, importsQuery, useUndoImport } from './import-data.ts'
import { MaskedKey, RemovedKeys, StockSection } from './removed-keys.tsx'

interface StockViewProps {
  readonly variantId: number
  /** The available keys, oldest first. */
  readonly values: readonly string[]
  readonly onImport: () => void
  readonly onStored: StockChanged
}

/** The stock of a variant, its imports and its removed keys. */
export function StockView({ variantId, values, onImport, onStored }: StockViewProps) {
  const importKeys = (
    <Button size="sm" icon={<Upload aria-hidden />} onClick={onImport}>
      Import keys
    </Button>
  )
  return (
    <div className="space-y-6">
      <StockSection title="Keys in stock" description={`${plural(values.length, 'key')}, oldest first. Sales take the oldest.`}>
        <StockList variantId={variantId} values={values} />
      </StockSection>
      <StockSection title="Imports" description="Each file or paste of keys is a batch that can be undone." actions={importKeys}>
        <ImportsList variantId={variantId} onStored={onStored} />
      </StockSection>
      <RemovedKeys variantId={variantId} onStored={onStored} />
    </div>
  )
}

/** The available keys, masked. */
function StockList({ variantId, values }: { readonly variantId: number; readonly values: readonly string[] }) {
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed).trim().toLowerCase()
  const found = useMemo(
    () => (searched === '' ? values : values.filter((value) => value.toLowerCase().includes(searched))),
    [values, searched],
  )
  if (values.length === 0) return <EmptyState icon={<Boxes />} title="No keys in stock" hint="Add some, or import a file." />
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <SearchInput label="Search keys" placeholder="Any part of a key" value={typed} onChange={setTyped} />
        <p role="status" className="text-table text-muted tabular-nums">
          {countOf(found.length, values.length, 'key')}
        </p>
      </div>
      {found.length === 0 ? (
        <NoResults what="keys" onClear={() => setTyped('')} />
      ) : (
        <VirtualList label="Keys in stock" count={found.length} rowHeight={44}>
          {(index) => <MaskedKey key={found[index]} variantId={variantId} value={found[index]!} />}
        </VirtualList>
      )}
    </>
  )
}

interface ImportsListProps {
  readonly variantId: number
  readonly onStored: () => Promise<unknown>
}

/** The imported batches of a variant, newest first, with the state of their keys. */
export function ImportsList({ variantId, onStored }: ImportsListProps) {
  const query = useInfiniteQuery(importsQuery(useListApi(), variantId))
  return (
    <Loaded query={query} failure="Failed to fetch imports" skeleton={<SkeletonLines lines={3} />}>
      {({ rows }) => (
        <Card>
          {rows.length === 0 ? (
            <EmptyState icon={<FileUp />} title="No imports yet" hint="Keys that you add or import appear here as a batch." />
          ) : (
            <ul aria-label="Imports" className="divide-y divide-border">
              {rows.map((batch) => (
                <Batch key={batch.id} batch={batch} variantId={variantId} onStored={onStored} />
              ))}
            </ul>
          )}
          <LoadMore query={query} />
        </Card>
      )}
    </Loaded>
  )
}

function Batch({ batch, variantId, onStored }: ImportsListProps & { readonly batch: KeyImport }) {
  const { name, supplier, created_at, created_by, added, left, reserved, held, sold, replaced, undone_at } = batch
  const row = useFocusRefuge()
  const editsCosts = useMay()('payouts:write')
  const facts = [
    ['Added', formatCount(added)],
    ['Left', formatCount(left)],
    ...(reserved > 0 ? [['Reserved', formatCount(reserved)] as const] : []),
    ...(held > 0 ? [['Held', formatCount(held)] as const] : []),
    ['Sold', formatCount(sold)],
    ['Replaced', formatCount(replaced)],
    ['Failure rate', failureRate(batch)],
  ] as const
  return (
    <li ref={row} tabIndex={-1} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-52 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-table text-muted">
          {supplier !== '' && `${supplier} · `}
          <DateText at={created_at} as="time" none="-" />
          {created_by !== '' && ` by ${created_by}`}
        </p>
        {undone_at && <p className="text-table text-muted">{undoneWords(batch)}</p>}
      </div>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-right">
        {facts.map(([fact, value]) => (
          <div key={fact} className="min-w-11">
            <dt className="text-caption text-muted">{fact}</dt>
            <dd className="text-table tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {/* As wide with one button as with all, so that the figures of the rows are below each other. */}
      <div className={`ml-auto flex flex-wrap justify-end gap-1 ${editsCosts ? 'min-w-60' : 'min-w-31'}`}>
        {editsCosts && added > 0 && <BatchCost batch={batch} variantId={variantId} />}
        {!undone_at && left + reserved + held > 0 && <UndoImport batch={batch} onStored={onStored} />}
      </div>
    </li>
  )
}

function UndoImport({ batch, onStored }: { readonly batch: KeyImport; readonly onStored: () => Promise<unknown> }) {
  const confirm = useConfirm()
  const undo = useUndoImport(onStored)
  const ask = async () => {
    const question = {
      title: `Undo the import ${inSentence(batch.name)}?`,
      text: undoConsequences(batch),
      yes: 'Undo import',
      isDanger: true,
    }
    if (await confirm(question)) undo.mutate(batch.id)
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Undo2 aria-hidden />}
      busy={undo.isPending && 'Undoing...'}
      aria-label={`Undo import ${batch.name}`}
      onClick={() => void ask()}
    >
      Undo import
    </Button>
  )
}

/** The share of sold keys that had to be replaced: '4.2%', or '-' before the first sale. */
export function failureRate({ sold, replaced }: Pick<KeyImport, 'sold' | 'replaced'>): string {
  const given = sold + replaced
  if (given === 0) return '-'
  const percent = (replaced / given) * 100
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`
}

/** The consequences of Undo import, shown before it is done. */
export function undoConsequences({ left, reserved, held, sold, replaced }: KeyImport): string {
  const sentences = [
    left === 0 ? 'None of its keys is in the stock any more.' : `${keysLeave(left)} the stock and can be put back for 30 days.`,
  ]
  if (reserved > 0)
    sentences.push(
      `${plural(reserved, 'key')} ${reserved === 1 ? 'is' : 'are'} reserved and will not be offered again if the order ends unpaid.`,
    )
  if (held > 0)
    sentences.push(
      `${plural(held, 'key')} ${held === 1 ? 'is' : 'are'} held after a restore and will not be for sale when ${held === 1 ? 'it is' : 'they are'} released.`,
    )
  const given = sold + replaced
  if (given > 0)
    sentences.push(`${plural(given, 'sold key')} ${given === 1 ? 'stays' : 'stay'} with ${given === 1 ? 'its order' : 'their orders'}.`)
  return sentences.join(' ')
}

const keysLeave = (count: number) => `${plural(count, 'key')} ${count === 1 ? 'leaves' : 'leave'}`

/** The result of an undone batch. */
export const undoneWords = ({ undone_by, left, removed, sold, replaced, reserved, held }: KeyImport): string => {
  const kept = sold + replaced + reserved + held
  const putBack = left === 0 ? '' : `, ${formatCount(left)} put back`
  return `Undone${undone_by === '' ? '' : ` by ${undone_by}`}: ${formatCount(removed)} removed, ${formatCount(kept)} kept${putBack}`
}
