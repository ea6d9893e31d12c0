import { limits } from '@keydesk/contract'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { lazyDialog, usePreload } from '../feedback/lazy-part.tsx'
import { useIsNarrower } from '../layout/use-is-narrower.ts'
import { formatLongDate } from '../text/format.ts'
import { buttonClass } from './button.tsx'
import { DateRange, type DateRangeProps } from './date-range.tsx'
import { FilterLabel } from './select.tsx'

const DatePopover = lazyDialog('Days', async () => (await import('./date-popover.tsx')).DatePopover)

/** Filters by days: a button that opens two days over the page, so that the toolbar keeps its size. In the sheet of a phone both days show. */
export function DateFilter(days: DateRangeProps) {
  const isPhone = useIsNarrower(limits.mobileBreakpointPx)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  usePreload(DatePopover, !isPhone)
  if (isPhone)
    return (
      <div>
        <FilterLabel>Days</FilterLabel>
        <DateRange {...days} />
      </div>
    )
  const isSet = days.from !== '' || days.to !== ''
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={`${buttonClass({ variant: isSet ? 'secondary' : 'ghost' })} font-normal ${isSet ? '' : 'hover:border-muted'}`}
      >
        <CalendarDays aria-hidden className="text-muted" />
        {textOf(days)}
      </button>
      {isOpen && <DatePopover anchor={button} days={days} onClose={() => setOpen(false)} />}
    </>
  )
}

/** 'Nov 1, 2026 – Nov 20, 2026' */
function textOf({ from, to }: Pick<DateRangeProps, 'from' | 'to'>): string {
  const textOfDay = (day: string) => formatLongDate(`${day}T12:00`)
  if (from === '' && to === '') return 'Any date'
  if (from === '') return `Until ${textOfDay(to)}`
  if (to === '') return `Since ${textOfDay(from)}`
  return from === to ? textOfDay(from) : `${textOfDay(from)} – ${textOfDay(to)}`
}
