import type { Days } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { useState } from 'react'
import { controlClass } from './input.tsx'

/** Days are YYYY-MM-DD, or '' for none. */
export interface DateRangeProps extends Days {
  /** Called only with days that can be chosen. */
  readonly onChange: (days: Days) => void
  /** Today, if no later day can be chosen. */
  readonly max?: string
  readonly mostDays?: number
}

/** Two days with their labels, for toolbars. Days that cannot be chosen stay in the inputs with an error, and change nothing. */
export function DateRange({ from, to, onChange, max, mostDays }: DateRangeProps) {
  const stored = keyOf({ from, to })
  const [typed, setTyped] = useState({ from, to, of: stored, sent: [] as readonly string[] })
  // What was sent may come back after more was typed. A change from outside drops what was typed.
  if (typed.of !== stored) {
    const index = typed.sent.indexOf(stored)
    setTyped({ ...(index < 0 ? { from, to } : typed), of: stored, sent: index < 0 ? [] : typed.sent.slice(index + 1) })
  }
  const problemOf = (days: Days): string | undefined => {
    if (days.from === '' || days.to === '') return undefined
    if (days.from > days.to) return 'From is after To'
    if (max !== undefined && days.to > max) return 'To is after today'
    const isLong = mostDays !== undefined && Date.parse(days.to) - Date.parse(days.from) >= mostDays * 86_400_000
    return isLong ? `These are more than ${mostDays} days` : undefined
  }
  const problem = isTyping(typed) ? undefined : problemOf(typed)

  const change = (end: Partial<Days>) => {
    const days = { from: typed.from, to: typed.to, ...end }
    const isSent = !isTyping(days) && problemOf(days) === undefined
    setTyped({ ...days, of: stored, sent: isSent ? [...typed.sent, keyOf(days)] : typed.sent })
    if (isSent) onChange(days)
  }
  const isInvalid = problem !== undefined
  return (
    <div className="max-md:w-full">
      <div className="flex flex-wrap gap-2">
        <DateInput label="From" value={typed.from} max={typed.to || max} isInvalid={isInvalid} onChange={(day) => change({ from: day })} />
        <DateInput label="To" value={typed.to} min={typed.from} max={max} isInvalid={isInvalid} onChange={(day) => change({ to: day })} />
      </div>
      {isInvalid && (
        <p role="alert" className="mt-1 text-caption text-red">
          {problem}.
        </p>
      )}
    </div>
  )
}

const keyOf = ({ from, to }: Days): string => `${from} ${to}`

/** Typing the year 2026 passes through the years 2, 20 and 202. */
const isTyping = ({ from, to }: Days): boolean => [from, to].some((day) => day !== '' && day < '1970')

interface DateInputProps {
  readonly label: string
  readonly value: string
  readonly min?: string
  readonly max: string | undefined
  readonly isInvalid: boolean
  readonly onChange: (day: string) => void
}

/** A day with its label beside it; on a phone the label is above. */
function DateInput({ label, value, min, max, isInvalid, onChange }: DateInputProps) {
  return (
    <label className="flex items-center gap-2 text-table text-muted max-md:min-w-36 max-md:grow max-md:basis-0 max-md:flex-col max-md:items-start max-md:gap-1">
      {label}
      <input
        type="date"
        value={value}
        min={min}
        max={max}
        aria-invalid={isInvalid || undefined}
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'max-md:px-2 md:w-36', value === '' && 'not-focus:text-muted')}
      />
    </label>
  )
}
