import { useId } from 'react'

interface Props {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
}

export const Switch = ({ onChange, ...rest }: Props) => (
  <span className="relative inline-flex h-5 w-9 shrink-0">
    <input
      {...rest}
      type="checkbox"
      role="switch"
      aria-checked={rest.checked}
      onChange={(event) => onChange(event.target.checked)}
      className="peer h-5 w-9 appearance-none rounded-full border border-edge bg-bg after:absolute after:-inset-3 checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
    />
    <span
      aria-hidden
      className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-edge transition-transform duration-150 ease-out peer-checked:translate-x-4 peer-checked:bg-on-accent"
    />
  </span>
)

interface FieldProps {
  readonly label: string
  readonly helper?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** A switch as a row of a form: label and helper at the left, the switch at the right, not further away than a text is wide. */
export function SwitchField({ label, helper, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="flex min-h-9 max-w-(--text-column) items-center justify-between gap-4 touch:min-h-11">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {helper && (
          <p id={`${id}-helper`} className="text-caption text-muted">
            {helper}
          </p>
        )}
      </div>
      <Switch {...rest} id={id} aria-describedby={helper && `${id}-helper`} />
    </div>
  )
}
