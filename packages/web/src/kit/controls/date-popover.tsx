import type { RefObject } from 'react'
import { Popover } from '../overlay/popover.tsx'
import { Button } from './button.tsx'
import { DateRange, type DateRangeProps } from './date-range.tsx'

interface Props {
  readonly anchor: RefObject<HTMLElement | null>
  readonly days: DateRangeProps
  readonly onClose: () => void
}

/** Two days, at the button of `DateFilter`. */
export const DatePopover = ({ anchor, days, onClose }: Props) => (
  <Popover anchor={anchor} onClose={onClose} className="p-4">
    <div role="group" aria-label="Days" className="flex flex-wrap items-start gap-3">
      <DateRange {...days} />
      <Button
        variant="ghost"
        disabled={days.from === '' && days.to === ''}
        onClick={() => {
          days.onChange({ from: '', to: '' })
          onClose()
        }}
      >
        Any date
      </Button>
    </div>
  </Popover>
)
