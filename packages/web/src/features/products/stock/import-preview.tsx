import { type KeyDisposition, type KeyImportCounts, type KeyImportLine, limits, maskKey, variantName } from '@keydesk/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useApi } from '../../../api/context.tsx'
import { Select } from '../../../kit/controls/select.tsx'
import { Loaded } from '../../../kit/feedback/loaded.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { useIsNarrower } from '../../../kit/layout/use-is-narrower.ts'
import { VirtualList } from '../../../kit/table/virtual-list.tsx'
import { formatCount, plural } from '../../../kit/text/format.ts'
import { OrderLink } from '../../orders/parts.tsx'
import { productsQuery } from '../data.ts'
import { dispositionNames, notNew, nothingNew } from './import-format.ts'
import { type KeyLines, valueAt } from './key-lines.ts'

interface Preview {
  readonly counts: KeyImportCounts
  readonly lines: readonly KeyImportLine[]
}

interface ImportPreviewProps {
  readonly query: UseQueryResult<Preview>
  readonly lines: KeyLines
  /** The progress of the upload in percent. */
  readonly sent: number
}

/** Shows what an import would do with every line. */
export function ImportPreview({ query, lines, sent }: ImportPreviewProps) {
  const count = plural(lines.starts.length, 'line')
  const waiting = <Sending percent={sent} sending={`Sending ${count} to compare`} waiting={`Comparing ${count} with the stock...`} />
  return (
    <section aria-label="Preview">
      <p role="status" className="sr-only">
        {query.data && summary(query.data)}
      </p>
      <Loaded query={query} failure="The preview could not be made" skeleton={waiting}>
        {(preview) => <Shown preview={preview} lines={lines} />}
      </Loaded>
    </section>
  )
}

/** Announced to screen readers when the counts appear. */
const summary = ({ counts, lines }: Preview) =>
  `${plural(counts.new, 'new key')}. ${lines.length === 0 ? '' : `${plural(lines.length, 'line')} will not be stored.`}`

function Shown({ preview: { counts, lines: refused }, lines }: { readonly preview: Preview; readonly lines: KeyLines }) {
  const [kind, setKind] = useState('')
  const kinds = notNew.filter((each) => counts[each] > 0)
  const shown = kind === '' ? refused : refused.filter(({ disposition }) => disposition === kind)
  const nothing = nothingNew(counts)
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {(['new', ...kinds] as const).map((each) => (
          <div key={each} className="rounded-control border border-border bg-surface px-3 py-2">
            <dt className="text-caption text-muted">{dispositionNames[each]}</dt>
            <dd className={`text-base font-semibold tabular-nums ${each === 'new' && counts.new > 0 ? 'text-green' : ''}`}>
              {formatCount(counts[each])}
            </dd>
          </div>
        ))}
      </dl>
      {nothing !== null && (
        <p role="status" className="rounded-control bg-yellow-hue/15 px-3 py-2 text-yellow">
          {nothing}
        </p>
      )}
      {refused.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-table text-muted">{plural(refused.length, 'line')} will not be stored.</p>
            {kinds.length > 1 && (
              <div className="w-48">
                <Select
                  aria-label="Lines to show"
                  value={kind}
                  options={[{ value: '', label: 'All of them' }, ...kinds.map((each) => ({ value: each, label: dispositionNames[each] }))]}
                  onChange={setKind}
                />
              </div>
            )}
          </div>
          <RefusedLines refused={shown} lines={lines} />
        </>
      )}
    </div>
  )
}

interface RefusedLinesProps {
  readonly refused: readonly KeyImportLine[]
  readonly lines: KeyLines
}

interface Place {
  readonly productId: number
  readonly name: string
}

/** Every variant by its id; undefined while unknown. */
type Places = ReadonlyMap<number, Place> | undefined

/** The lines that will not be stored, each with the reason and the place of its key. Links open in a new tab. */
function RefusedLines({ refused, lines }: RefusedLinesProps) {
  const places = usePlaces()
  const isPhone = useIsNarrower(limits.mobileBreakpointPx)
  return (
    // Another list once a phone is turned, because a list keeps the height of its rows.
    <VirtualList key={String(isPhone)} label="Lines that will not be stored" count={refused.length} rowHeight={isPhone ? 68 : 44}>
      {(index) => {
        const refusal = refused[index]!
        return (
          <>
            <span className="w-20 shrink-0 text-table text-muted tabular-nums">Line {formatCount(lines.lines[refusal.line - 1] ?? 0)}</span>
            <div className="flex min-w-0 flex-1 items-center gap-x-2 max-md:flex-col max-md:items-start">
              <code className="w-32 shrink-0 truncate font-mono text-table">{maskKey(valueAt(lines, refusal.line - 1).trim())}</code>
              <span className="line-clamp-2 min-w-0 text-table" data-tooltip={refusal.reason}>
                <Reason refusal={refusal} places={places} />
              </span>
            </div>
          </>
        )
      }}
    </VirtualList>
  )
}

function Reason({ refusal, places }: { readonly refusal: KeyImportLine; readonly places: Places }) {
  const { disposition, reason, order_id, variant_id } = refusal
  const name = dispositionNames[disposition as KeyDisposition] ?? disposition
  const place = variant_id === undefined ? undefined : places?.get(variant_id)
  return (
    <>
      {reason ?? name}
      {order_id !== undefined && (
        <>
          {': '}
          <OrderLink id={order_id} target="_blank" className="text-accent underline">
            order #{order_id}
          </OrderLink>
        </>
      )}
      {disposition === 'elsewhere' && (
        <>
          {': '}
          {place === undefined ? (
            places === undefined ? (
              'another variant'
            ) : (
              'a deleted variant'
            )
          ) : (
            <Link
              to="/products/$id"
              params={{ id: place.productId }}
              search={{ variant: variant_id }}
              hash={`variant-${variant_id}`}
              target="_blank"
              className="text-accent underline"
            >
              {place.name}
            </Link>
          )}
        </>
      )}
    </>
  )
}

function usePlaces(): Places {
  // The preview may name a variant that is newer than the loaded list.
  const { data } = useQuery({ ...productsQuery(useApi()), staleTime: 0 })
  return useMemo(
    () =>
      data &&
      new Map(
        data.flatMap((product) =>
          product.variants.map(({ id, name }) => [id, { productId: product.id, name: variantName(product.name, name) }]),
        ),
      ),
    [data],
  )
}

interface SendingProps {
  readonly percent: number
  readonly sending: string
  /** The text once the server has everything. */
  readonly waiting: string
}

/** The progress of a call with very many lines: first the upload in percent, then the work of the server. */
export const Sending = ({ percent, sending, waiting }: SendingProps) =>
  percent < 100 ? (
    <Progress value={percent} label={sending} />
  ) : (
    <p role="status" className="flex items-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {waiting}
    </p>
  )
