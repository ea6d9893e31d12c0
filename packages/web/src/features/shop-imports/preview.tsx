import type { ShopDisposition, ShopImportCounts, ShopFileRow } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { Progress } from '../../kit/feedback/progress.tsx'
import { VirtualList } from '../../kit/table/virtual-list.tsx'
import { formatCount, plural } from '../../kit/text/format.ts'
import type { Source } from './data.ts'

interface Preview {
  readonly counts: ShopImportCounts
  readonly rows: readonly ShopFileRow[]
  readonly unused_columns: readonly string[]
  readonly currency?: string | undefined
}

interface Props {
  readonly query: UseQueryResult<Preview>
  /** The upload in percent. */
  readonly sent: number
  readonly source: Source
}

const names: Readonly<Record<ShopDisposition, string>> = { new: 'New', exists: 'In the shop already', invalid: 'Not usable' }
const tones = { new: 'green', exists: 'neutral', invalid: 'red' } as const
const dispositions = Object.keys(names) as ShopDisposition[]

/** What an import would do with each row. */
export function ImportPreview({ query, sent, source }: Props) {
  const fileName = source.file.name
  const waiting =
    sent < 100 ? <Progress value={sent} label={`Sending ${fileName}`} /> : <Progress value={100} label={`Reading ${fileName}...`} />
  return (
    <section aria-label="Preview">
      <p role="status" className="sr-only">
        {query.data && summary(query.data.counts)}
      </p>
      {isRefusal(query.error) ? (
        <Refused reason={`${fileName}: ${query.error.message}`} />
      ) : (
        <Loaded query={query} failure="The preview could not be made" skeleton={waiting}>
          {(preview) => <Shown preview={preview} source={source} />}
        </Loaded>
      )}
    </section>
  )
}

/** The file is the problem: another try does not help. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 400 || error.status === 413)

/** Why a file cannot be imported. */
export const Refused = ({ reason }: { readonly reason: string }) => (
  <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-2 wrap-anywhere text-red">
    {reason}
  </p>
)

/** Announced when the counts appear. */
const summary = ({ new: fresh, exists, invalid }: ShopImportCounts): string =>
  `${plural(fresh, 'new row')}, ${formatCount(exists)} in the shop already, ${formatCount(invalid)} not usable.`

function Shown({
  preview: { counts, rows, unused_columns, currency = 'USD' },
  source,
}: {
  readonly preview: Preview
  readonly source: Source
}) {
  const [kind, setKind] = useState<ShopDisposition | null>(null)
  const shown = kind === null ? rows : rows.filter(({ disposition }) => disposition === kind)
  return (
    <div className="space-y-3">
      <div role="group" aria-label="Rows to show" className="grid grid-cols-3 gap-2">
        {dispositions.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            disabled={counts[each] === 0}
            onClick={() => setKind(kind === each ? null : each)}
            className="flex min-h-14 items-center justify-between gap-x-3 rounded-control border border-border bg-surface px-3 py-2 text-left hover:bg-hover disabled:hover:bg-surface aria-pressed:border-accent max-sm:flex-col-reverse max-sm:items-start"
          >
            <span className="text-table text-muted">{names[each]}</span>
            <span className={`text-title font-semibold tabular-nums ${each === 'invalid' && counts[each] > 0 ? 'text-red' : ''}`}>
              {formatCount(counts[each])}
            </span>
          </button>
        ))}
      </div>
      {source.kind === 'orders' && <p className="text-table text-muted">Times without a zone are read as {source.time_zone}.</p>}
      {currency !== 'USD' && <p className="text-table text-muted">Amounts are in {currency} and are stored as dollars.</p>}
      {unused_columns.length > 0 && (
        <p className="text-table wrap-anywhere text-muted">
          {plural(unused_columns.length, 'column')} not used: {unused_columns.join(', ')}
        </p>
      )}
      <VirtualList key={kind} label="Rows of the file" count={shown.length} rowHeight={44}>
        {(index) => <Row row={shown[index]!} />}
      </VirtualList>
    </div>
  )
}

function Row({ row: { row, disposition, reason } }: { readonly row: ShopFileRow }) {
  const known = dispositions.find((each) => each === disposition)
  return (
    <>
      <span className="w-18 shrink-0 text-table text-muted tabular-nums">Row {formatCount(row)}</span>
      <span className="w-42 shrink-0 max-sm:w-24">{known && <Badge tone={tones[known]}>{names[known]}</Badge>}</span>
      <span className="min-w-0 flex-1 truncate text-table" data-tooltip={reason}>
        {reason}
      </span>
    </>
  )
}
