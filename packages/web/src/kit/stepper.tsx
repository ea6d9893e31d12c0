import { Minus, Plus } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'

interface Props {
  readonly value: number
  readonly max: number
  /** What is counted: 'Aurora - Day to refund'. */
  readonly label: string
  readonly 'aria-invalid'?: boolean | undefined
  readonly onChange: (value: number) => void
}

/** A small whole number from 0 on, by its buttons, its arrow keys, or typed. */
export function Stepper({ value, max, label, onChange, ...rest }: Props) {
  const set = (next: number) => onChange(Math.min(Math.max(Math.trunc(next) || 0, 0), max))
  return (
    <div role="group" aria-label={label} className="inline-flex items-center gap-1">
      <IconButton
        label={`Less: ${label}`}
        icon={<Minus aria-hidden />}
        variant="secondary"
        disabled={value <= 0}
        onClick={() => set(value - 1)}
      />
      <Input
        {...rest}
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        step={1}
        aria-label={label}
        // A typed 0 in front does not stay.
        value={String(value)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => set(event.target.valueAsNumber)}
        className="w-14! [appearance:textfield] text-center tabular-nums [&::-webkit-inner-spin-button]:appearance-none"
      />
      <IconButton
        label={`More: ${label}`}
        icon={<Plus aria-hidden />}
        variant="secondary"
        disabled={value >= max}
        onClick={() => set(value + 1)}
      />
    </div>
  )
}
