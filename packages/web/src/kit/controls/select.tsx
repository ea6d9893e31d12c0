import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { controlClass } from './input.tsx'

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly Option[]
  /** Shown if the value is not one of the options. */
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly className?: string
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** The browser's own select: it has the phone's list on a phone, and full keyboard support. */
export function Select({ value, onChange, options, placeholder, disabled = false, className, ...control }: Props) {
  const isChosen = options.some((option) => option.value === value)
  return (
    <span className={cx('relative block', className)}>
      <select
        {...control}
        value={isChosen ? value : ''}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className={cx(controlClass, 'appearance-none truncate pr-9', !isChosen && 'text-muted')}
      >
        {!isChosen && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled} className="bg-raised text-text">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
    </span>
  )
}
