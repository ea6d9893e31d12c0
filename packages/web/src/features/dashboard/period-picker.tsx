import { chartDays, periodNames } from '@keydesk/contract'
import { useRef, useState } from 'react'
import { buttonClass } from '../../kit/controls/button.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import type { usePeriod } from './period.ts'

const RangePopover = lazyPart(async () => (await import('./range-popover.tsx')).RangePopover)

interface Props {
  readonly chosen: ReturnType<typeof usePeriod>
  /** In the viewer's time zone; undefined until the server has sent it. */
  readonly today: string | undefined
}

const presets = chartDays.map((days) => ({ value: String(days), label: days === 365 ? '1 year' : `${days} days` }))

/** Chooses the last days, or a calendar period or a range in a box above the page. */
export function PeriodPicker({ chosen: { period, choose, move }, today }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isRange = 'from' in period
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Segmented
        label="Period"
        value={isRange ? '' : String(period.days)}
        options={presets}
        onChange={(days) => choose({ days: Number(days) })}
      />
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={RangePopover.preload}
        onClick={() => setOpen(!isOpen)}
        className={buttonClass({ size: 'sm', variant: isRange ? 'secondary' : 'ghost' })}
      >
        {isRange && period.name !== undefined ? periodNames[period.name] : 'Range'}
      </button>
      {isOpen && (
        <RangePopover anchor={button} period={period} today={today} onChoose={choose} onMove={move} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
