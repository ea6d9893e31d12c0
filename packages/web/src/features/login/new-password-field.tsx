import { limits } from '@keydesk/contract'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Field } from '../../kit/form/field.tsx'

interface Props {
  readonly label: string
  /** Called when the field renders, so that it comes after the fields above it when the first problem is focused. */
  readonly register: () => UseFormRegisterReturn
  readonly error: string | undefined
  readonly autoFocus?: boolean
}

/** A new password, and a checkbox that shows it. */
export function NewPasswordField({ label, register, error, autoFocus }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Field isSteady label={label} required helper={`At least ${limits.minPasswordLength} characters.`} error={error}>
        {(control) => (
          <Input
            {...control}
            {...register()}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            spellCheck={false}
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <CheckboxField label="Show the password" checked={isShown} onChange={setShown} />
    </>
  )
}
