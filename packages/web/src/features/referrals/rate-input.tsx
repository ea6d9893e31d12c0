import type { KeyboardEvent } from 'react'
import type { ControlProps } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { isRateText, stepRate } from './settings-form.ts'

interface Props {
  readonly control: ControlProps
  readonly value: string
  readonly onChange: (text: string) => void
  /** Percent, shown while nothing is typed. */
  readonly usual: number
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * Percent: takes digits and one decimal point, nothing else; the arrow keys step by 0.1. A number input would let signs and
 * exponents in and tell them as empty, which here means the default.
 */
export function RateInput({ control, value, onChange, usual }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(stepRate(value, step))
  }
  return (
    <Input
      {...control}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      placeholder={`${usual} (default)`}
      value={value}
      onChange={(event) => isRateText(event.target.value) && onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
