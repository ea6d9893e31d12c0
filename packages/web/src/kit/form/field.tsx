import { type ReactNode, useId } from 'react'

export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'aria-required': boolean | undefined
}

interface Props {
  readonly label: string
  readonly helper?: ReactNode
  readonly error?: string
  readonly required?: boolean
  /** Shows the label to screen readers only, if the panel's title says it already. */
  readonly hideLabel?: boolean
  /** Keeps a line for the error, so that nothing moves when it shows; it replaces the helper. */
  readonly isSteady?: boolean
  readonly className?: string
  readonly children: (control: ControlProps) => ReactNode
}

/** Label, control, helper and error, connected for screen readers. */
export function Field({ label, helper, error, required = false, hideLabel = false, isSteady = false, className, children }: Props) {
  const id = useId()
  const hasHelper = Boolean(helper) && !(isSteady && error)
  const described = [error && `${id}-error`, hasHelper && `${id}-helper`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
        'aria-required': required || undefined,
      })}
      <div className={isSteady ? 'flow-root min-h-5.5' : undefined}>
        {error && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-caption text-red">
            {error}
          </p>
        )}
        {hasHelper && (
          <p id={`${id}-helper`} className="mt-1.5 text-caption text-muted">
            {helper}
          </p>
        )}
      </div>
    </div>
  )
}
