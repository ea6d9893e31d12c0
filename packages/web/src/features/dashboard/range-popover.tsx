import { addDays } from '@keydesk/contract'
import type { RefObject } from 'react'
import { DateRange } from '../../kit/controls/date-range.tsx'
import { Popover } from '../../kit/overlay/popover.tsx'
import { type Period, daysIn, maxDays, viewerToday } from './period.ts'

interface Props {
  readonly anchor: RefObject<HTMLElement | null>
  readonly period: Period
  readonly today: string | undefined
  readonly onMove: (days: { readonly from: string; readonly to: string }) => void
  readonly onClose: () => void
}

/** The first and last day of the chart, at first those that it shows. */
export function RangePopover({ anchor, period, today = viewerToday(), onMove, onClose }: Props) {
  const { from, to } = 'from' in period ? period : { from: addDays(today, 1 - daysIn(period)), to: today }
  return (
    <Popover anchor={anchor} onClose={onClose} className="p-3">
      <div role="dialog" aria-label="Range">
        <DateRange
          from={from}
          to={to}
          min={addDays(to, 1 - maxDays)}
          max={today}
          onChange={(days) => days.from !== '' && days.to !== '' && onMove(days)}
        />
      </div>
    </Popover>
  )
}
