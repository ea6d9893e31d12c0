import type { KeyImportCounts, KeyImportLine } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, plural } from '../../../kit/format.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Select } from '../../../kit/select.tsx'
import { dispositionNames, nothingNew, notNew } from './import-words.ts'
import type { KeyLines } from './key-lines.ts'
import { RefusedLines } from './refused-lines.tsx'
import { Sending } from './sending.tsx'

interface Preview {
  readonly counts: KeyImportCounts
  readonly lines: readonly KeyImportLine[]
}

interface Props {
  readonly query: UseQueryResult<Preview>
  readonly lines: KeyLines
  /** How much of the lines the server has, in per cent. */
  readonly sent: number
}

/** What becomes of every line, before anything is stored. */
export function ImportPreview({ query, lines, sent }: Props) {
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

/** For those who do not see the counts appear. */
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
