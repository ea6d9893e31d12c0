import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { useId, type ReactNode } from 'react'

interface Props {
  readonly checked: boolean | 'indeterminate'
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
}

export function Checkbox({ checked, onChange, ...rest }: Props) {
  return (
    <Radix.Root
      {...rest}
      checked={checked}
      onCheckedChange={(next) => onChange(next === true)}
      className="relative inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-edge bg-surface text-on-accent after:absolute after:-inset-2.5 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
    >
      <Radix.Indicator>
        {checked === 'indeterminate' ? (
          <Minus aria-hidden strokeWidth={3} className="size-3" />
        ) : (
          <Check aria-hidden strokeWidth={3} className="size-3" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  )
}

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
    <div className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
      <Checkbox {...rest} id={id} />
      <label htmlFor={id} className="min-w-0 flex-1">
        {label}
      </label>
    </div>
  )
}
