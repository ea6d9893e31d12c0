import { addDays, chartDays, dayOf } from '@keydesk/contract'
import { DateRange } from '../../kit/date-range.tsx'
import { viewerZone } from '../../kit/format.ts'
import { Segmented } from '../../kit/segmented.tsx'
import { Select } from '../../kit/select.tsx'
import { daysIn, isStep, longest, steps } from './period.ts'
import type { usePeriod } from './use-period.ts'

interface Props {
  readonly chosen: ReturnType<typeof usePeriod>
  /** Of the viewer's zone, once the server has said it. */
  readonly today: string | undefined
}

const presets = chartDays.map((days) => ({ value: String(days), label: days === 365 ? '1 year' : `${days} days` }))
const stepOptions = steps.map((step) => ({ value: step, label: `By ${step}` }))

/** The last days, or from one day to another; and in what steps, where a period is long enough for some. */
export function PeriodPicker({ chosen: { period, step, choose, move, chooseStep }, today }: Props) {
  const isRange = 'from' in period
  const count = daysIn(period)
  const startRange = () => {
    const to = today ?? dayOf(new Date(), viewerZone())
    choose({ from: addDays(to, 1 - count), to })
  }
  return (
    <>
      {isRange && (
        <DateRange
          from={period.from}
          to={period.to}
          min={addDays(period.to, 1 - longest)}
          max={today}
          onChange={(days) => days.from !== '' && days.to !== '' && move(days)}
        />
      )}
      {count > 31 && (
        <div className="w-32">
          <Select aria-label="Steps" value={step} options={stepOptions} onChange={(next) => isStep(next) && chooseStep(next)} />
        </div>
      )}
      <Segmented
        label="Period"
        value={isRange ? 'range' : String(period.days)}
        options={[...presets, { value: 'range', label: 'Range' }]}
        onChange={(next) => (next === 'range' ? startRange() : choose({ days: Number(next) }))}
      />
    </>
  )
}
