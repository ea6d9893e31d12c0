import { useState } from 'react'
import { DateInput } from './date-input.tsx'

interface Days {
  /** YYYY-MM-DD, or '' for none. */
  readonly from: string
  readonly to: string
}

export interface DateRangeProps extends Days {
  /** Called only with days in the right order. */
  readonly onChange: (days: Days) => void
  readonly min?: string
  readonly max?: string
}

/** Two days with their labels, for toolbars. Days in the wrong order stay in the inputs with an error, and change nothing. */
export function DateRange({ from, to, onChange, min, max }: DateRangeProps) {
  const stored = `${from} ${to}`
  const [typed, setTyped] = useState({ from, to, of: stored })
  // The values changed from outside: drop what was typed.
  if (typed.of !== stored) setTyped({ from, to, of: stored })
  const isReversed = isAfter(typed)

  const change = (end: Partial<Days>) => {
    const next = { ...typed, ...end }
    setTyped(next)
    if (!isAfter(next)) onChange({ from: next.from, to: next.to })
  }
  return (
    <div className="max-md:w-full">
      <div className="flex flex-wrap gap-2">
        <DateInput
          label="From"
          value={typed.from}
          min={min}
          max={typed.to || max}
          isInvalid={isReversed}
          onChange={(day) => change({ from: day })}
        />
        <DateInput
          label="To"
          value={typed.to}
          min={typed.from || min}
          max={max}
          isInvalid={isReversed}
          onChange={(day) => change({ to: day })}
        />
      </div>
      {isReversed && (
        <p role="alert" className="mt-1 text-caption text-red">
          From is after To, so nothing has changed.
        </p>
      )}
    </div>
  )
}

const isAfter = ({ from, to }: Days): boolean => from !== '' && to !== '' && from > to
