import { Minus, Plus } from 'lucide-react'
import { IconButton } from './button.tsx'
import { Input } from './input.tsx'

interface Props {
  readonly value: number
  readonly max: number
  /** The name of the number: 'Aurora - Day to refund'. */
  readonly label: string
  readonly 'aria-invalid'?: boolean | undefined
  readonly onChange: (value: number) => void
}

/** A small whole number from 0, changed by buttons, arrow keys or typing. A larger one becomes `max`. */
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
        inputMode="numeric"
        role="spinbutton"
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        autoComplete="off"
        aria-label={label}
        // A string, so that a typed leading 0 disappears.
        value={String(value)}
        onFocus={(event) => event.target.select()}
        // Ignore text that is not a whole number: 2,0 must not become 20.
        onChange={({ target }) => /^\d*$/.test(target.value) && set(Number(target.value))}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (step === 0) return
          event.preventDefault()
          set(value + step)
        }}
        className="w-14! text-center tabular-nums"
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
