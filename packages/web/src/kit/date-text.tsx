import { formatDate, formatDateTime, formatExact, formatLongDate } from './format.ts'

interface Props {
  /** ISO 8601, or null where it never happened. */
  readonly at: string | null
  readonly withTime?: boolean
  /** Nov 20, 2026 instead of 11/20/2026. */
  readonly long?: boolean
  /** What to say for null. */
  readonly none?: string
}

/** A local date with the exact moment, local and UTC, on hover. */
export function DateText({ at, withTime = false, long = false, none = 'Never' }: Props) {
  if (at === null || Number.isNaN(Date.parse(at))) return <span className="text-muted">{none}</span>
  return (
    <time dateTime={at} title={formatExact(at)} className="tabular-nums">
      {withTime ? formatDateTime(at) : long ? formatLongDate(at) : formatDate(at)}
    </time>
  )
}
