import type { KeyImport } from '@keydesk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileUp, Undo2 } from 'lucide-react'
import { useListApi } from '../../../api/context.tsx'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { useConfirm } from '../../../kit/confirm.tsx'
import { DateText } from '../../../kit/date-text.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { formatCount, inSentence } from '../../../kit/format.ts'
import { LoadMore } from '../../../kit/load-more.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { SkeletonLines } from '../../../kit/skeleton.tsx'
import { useFocusRefuge } from '../../../kit/use-focus-refuge.ts'
import { importsQuery, useUndoImport } from '../imports/imports-data.ts'
import { failureRate, undoConsequences, undoneWords } from './batch-words.ts'

interface Props {
  readonly variantId: number
  readonly onStored: () => Promise<unknown>
}

/** The batches of a variant, newest first, with what became of their keys. */
export function ImportsList({ variantId, onStored }: Props) {
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
                <Batch key={batch.id} batch={batch} onStored={onStored} />
              ))}
            </ul>
          )}
          <LoadMore query={query} />
        </Card>
      )}
    </Loaded>
  )
}

function Batch({ batch, onStored }: { readonly batch: KeyImport; readonly onStored: () => Promise<unknown> }) {
  const { name, supplier, created_at, created_by, added, left, reserved, sold, replaced, undone_at } = batch
  const row = useFocusRefuge<HTMLLIElement>(undone_at)
  const facts = [
    ['Added', formatCount(added)],
    ['Left', formatCount(left)],
    ['Sold', formatCount(sold)],
    ['Replaced', formatCount(replaced)],
    ['Failure rate', failureRate(batch)],
  ] as const
  return (
    <li ref={row} tabIndex={-1} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-52 flex-1">
        <p className="font-medium break-words">
          {name}
          {supplier !== '' && <span className="font-normal text-muted"> · {supplier}</span>}
        </p>
        <p className="text-table text-muted">
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
      <div className="ml-auto flex min-w-30 justify-end">
        {!undone_at && left + reserved > 0 && <UndoImport batch={batch} onStored={onStored} />}
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
      danger: true,
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
