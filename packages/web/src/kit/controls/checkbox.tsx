import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface Props {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly id?: string
  readonly 'aria-label'?: string
}

export const Checkbox = ({ onChange, ...rest }: Props) => (
  <span className="relative inline-flex size-4 shrink-0 text-on-accent">
    <input
      {...rest}
      type="checkbox"
      onChange={(event) => onChange(event.target.checked)}
      className="peer size-4 appearance-none rounded-sm border border-edge bg-surface after:absolute after:-inset-2.5 touch:after:-inset-3.5 checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
    />
    <Check aria-hidden strokeWidth={3} className="pointer-events-none invisible absolute inset-0.5 size-3 peer-checked:visible" />
  </span>
)

interface FieldProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** A checkbox with its label as one row. */
export function CheckboxField({ label, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="flex min-h-8 items-center gap-2.5 touch:min-h-11">
      <Checkbox {...rest} id={id} />
      <label htmlFor={id} className="min-w-0 flex-1 text-pretty wrap-anywhere">
        {label}
      </label>
    </div>
  )
}
