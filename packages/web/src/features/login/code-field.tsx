import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Input } from '../../kit/controls/input.tsx'
import { Field } from '../../kit/form/field.tsx'
import { linkClass } from './card-parts.tsx'

interface Props {
  readonly field: UseFormRegisterReturn
  /** The server's request for the code. */
  readonly hint: string
  readonly error: string | undefined
  /** The person wants to enter the other kind of code. */
  readonly onChangeKind: () => void
}

/** The second factor at sign-in. Both fields accept both kinds of code; they differ in a phone's keyboard. */
export function CodeField({ field, hint, error, onChangeKind }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const change = () => {
    setRecovery(!isRecovery)
    onChangeKind()
  }
  return (
    <div className="relative">
      <Field
        isSteady
        label={isRecovery ? 'Recovery code' : 'Code'}
        helper={isRecovery ? 'One of the codes that you stored. Each works once.' : hint}
        error={error}
        required
      >
        {(control) => (
          <Input
            {...control}
            {...field}
            mono
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize={isRecovery ? 'characters' : 'none'}
            spellCheck={false}
            autoFocus
          />
        )}
      </Field>
      <button type="button" onClick={change} className={`absolute top-0 right-0 ${linkClass}`}>
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  )
}
