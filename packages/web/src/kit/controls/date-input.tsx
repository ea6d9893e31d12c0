import { cx } from 'class-variance-authority'
import { useState } from 'react'
import { controlClass } from './input.tsx'

interface Props {
  readonly label: string
  /** YYYY-MM-DD, or '' for none. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly min?: string
  readonly max?: string
  readonly isInvalid?: boolean
}

/** A day with its label beside it, for toolbars; on a phone the label is above. */
export function DateInput({ label, value, onChange, min, max, isInvalid = false }: Props) {
  const [typed, setTyped] = useState({ value, of: value })
  // The value changed from outside: drop what was typed.
  if (typed.of !== value) setTyped({ value, of: value })

  const change = (day: string) => {
    setTyped({ value: day, of: value })
    // Typing the year 2026 passes through the years 2, 20 and 202.
    if (day === '' || day >= '1970') onChange(day)
  }
  return (
    <label className="flex items-center gap-2 text-table text-muted max-md:min-w-36 max-md:grow max-md:basis-0 max-md:flex-col max-md:items-start max-md:gap-1">
      {label}
      <input
        type="date"
        value={typed.value}
        min={min}
        max={max}
        aria-invalid={isInvalid || undefined}
        onChange={(event) => change(event.target.value)}
        className={cx(controlClass, 'max-md:px-2 md:w-36', value === '' && 'not-focus:text-muted')}
      />
    </label>
  )
}
