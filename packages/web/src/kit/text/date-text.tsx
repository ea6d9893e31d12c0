import { formatUsd } from '@keydesk/contract'
import type { MouseEvent } from 'react'
import { formatDate, formatDateTime, formatExact, formatLongDate, formatSecond } from './format.ts'

const formats = { date: formatDate, long: formatLongDate, time: formatDateTime, second: formatSecond }

interface Props {
  /** ISO 8601, or null where it never happened. */
  readonly at: string | null
  /** 11/20/2026; long: Nov 20, 2026; time: with the minute; second: with the second. */
  readonly as?: keyof typeof formats
  /** What to say for null. */
  readonly none?: string
}

/** A local date. The exact moment, local and UTC, shows on hover; screen readers read it. It is no stop of the Tab key: tables have hundreds. */
export function DateText({ at, as = 'date', none = 'Never' }: Props) {
  if (at === null || Number.isNaN(Date.parse(at))) return <span className="text-muted">{none}</span>
  return (
    // The press is a convenience for pointers: the link of the row takes the keyboard itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <time dateTime={at} aria-label={formatExact(at)} data-tooltip={formatExact(at)} onClick={openRow} className="relative z-1 tabular-nums">
      {formats[as](at)}
    </time>
  )
}

/** It stands above the link that covers its row, because only then it knows of the pointer: a press goes on to that link. */
function openRow({ currentTarget }: MouseEvent): void {
  currentTarget.closest('tr')?.querySelector<HTMLElement>('a[data-row-link]')?.click()
}

/** Dollars as `$1,234.50`, in figures that align in a column. */
export function Money({ amount }: { readonly amount: number }) {
  return <span className="tabular-nums">{formatUsd(amount)}</span>
}
