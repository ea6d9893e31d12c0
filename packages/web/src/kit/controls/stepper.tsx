import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { Input } from './input.tsx'

interface Props {
  /** NaN for a typed text that is no whole number. A typed number may be more than `max`. */
  readonly value: number
  readonly max: number
  /** The name of the number: 'Aurora - Day to refund'. */
  readonly label: string
  readonly onChange: (value: number) => void
}

/**
 * A small whole number from 0, changed by buttons, arrow keys or typing. Steps stay from 0 to `max`. What is typed stays as it is, and an
 * error shows what is wrong with it: the user of this part must not accept such a value.
 */
export function Stepper({ value, max, label, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const errorId = useId()
  const error = Number.isNaN(value) ? 'Must be a whole number' : value > max ? `At most ${max}` : null
  const step = (by: number) => onChange(Math.min(Math.max((value || 0) + by, 0), max))
  const type = (text: string) => {
    // A typed leading 0 disappears.
    const next = text.replace(/^0+(?=\d)/, '') || '0'
    setTyped(next)
    onChange(read(next))
  }
  return (
    <div>
      <div role="group" aria-label={label} className="inline-flex items-center gap-1">
        <IconButton
          label={`Less: ${label}`}
          icon={<Minus aria-hidden />}
          variant="secondary"
          disabled={value <= 0}
          onClick={() => step(-1)}
        />
        <Input
          inputMode="numeric"
          role="spinbutton"
          aria-valuemin={0}
          aria-valuemax={max}
          aria-valuenow={Number.isNaN(value) ? undefined : value}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : errorId}
          autoComplete="off"
          aria-label={label}
          value={Object.is(read(typed), value) ? typed : String(value)}
          onFocus={(event) => event.target.select()}
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
            if (by === 0) return
            event.preventDefault()
            step(by)
          }}
          className="w-14! text-center tabular-nums"
        />
        <IconButton
          label={`More: ${label}`}
          icon={<Plus aria-hidden />}
          variant="secondary"
          disabled={value >= max}
          onClick={() => step(1)}
        />
      </div>
      {error !== null && (
        <p id={errorId} role="alert" className="mt-1.5 text-caption text-red">
          {error}
        </p>
      )}
    </div>
  )
}

/** A typed number. NaN for other texts: 2,0 must not become 20, nor -2 become 2. */
const read = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
