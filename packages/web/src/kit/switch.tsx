import { Switch as Radix } from 'radix-ui'
import { useId } from 'react'

interface Props {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
}

export function Switch({ checked, onChange, ...rest }: Props) {
  return (
    <Radix.Root
      {...rest}
      checked={checked}
      onCheckedChange={onChange}
      className="relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-bg p-px transition-opacity after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4 rounded-full bg-edge transition-transform duration-150 ease-out data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  )
}

interface FieldProps {
  readonly label: string
  readonly helper?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** A switch as a row of a form: what it does at the left, the switch at the right. */
export function SwitchField({ label, helper, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 max-md:min-h-11">
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
