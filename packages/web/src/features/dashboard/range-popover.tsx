import { addDays, daysOfPeriod, type NamedPeriod, namedPeriods, periodNames } from '@keydesk/contract'
import type { RefObject } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { DateRange } from '../../kit/controls/date-range.tsx'
import { Popover } from '../../kit/overlay/popover.tsx'
import { type Period, daysIn, maxDays, viewerToday } from './period.ts'

interface Props {
  readonly anchor: RefObject<HTMLElement | null>
  readonly period: Period
  readonly today: string | undefined
  readonly onChoose: (period: Period) => void
  readonly onMove: (days: { readonly from: string; readonly to: string }) => void
  readonly onClose: () => void
}

/** A calendar period, or the first and last day of the chart, at first those that it shows. */
export function RangePopover({ anchor, period, today = viewerToday(), onChoose, onMove, onClose }: Props) {
  const { from, to } = 'from' in period ? period : { from: addDays(today, 1 - daysIn(period)), to: today }
  const choose = (name: NamedPeriod) => {
    onChoose({ name, ...daysOfPeriod(name, today) })
    onClose()
  }
  return (
    <Popover anchor={anchor} onClose={onClose} className="p-3">
      <div role="dialog" aria-label="Range" className="space-y-3">
        <div role="group" aria-label="Calendar" className="grid grid-cols-2 gap-1 sm:flex">
          {namedPeriods.map((name) => {
            const isChosen = 'from' in period && period.name === name
            return (
              <Button key={name} size="sm" variant={isChosen ? 'secondary' : 'ghost'} aria-pressed={isChosen} onClick={() => choose(name)}>
                {periodNames[name]}
              </Button>
            )
          })}
        </div>
        <DateRange
          from={from}
          to={to}
          max={today}
          mostDays={maxDays}
          onChange={(days) => days.from !== '' && days.to !== '' && onMove(days)}
        />
      </div>
    </Popover>
  )
}
