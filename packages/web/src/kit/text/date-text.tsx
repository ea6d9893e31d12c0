import { formatDate, formatDateTime, formatExact, formatLongDate, formatSecond } from './format.ts'

const formats = { date: formatDate, long: formatLongDate, time: formatDateTime, second: formatSecond }

interface Props {
  /** ISO 8601, or null for never. */
  readonly at: string | null
  /** 11/20/2026; long: Nov 20, 2026; time: with the minute; second: with the second. */
  readonly as?: keyof typeof formats
  /** The text for null. */
  readonly none?: string
}

/** A local date. Hover and screen readers get the exact moment, local and UTC. Tab does not stop at it, because tables have hundreds. */
export function DateText({ at, as = 'date', none = 'Never' }: Props) {
  if (at === null || Number.isNaN(Date.parse(at))) return <span className="text-muted">{none}</span>
  return (
    // Above the link of a row, to get hover events. The row passes a press on.
    <time dateTime={at} aria-label={formatExact(at)} data-tooltip={formatExact(at)} className="relative z-1 tabular-nums">
      {formats[as](at)}
    </time>
  )
}
