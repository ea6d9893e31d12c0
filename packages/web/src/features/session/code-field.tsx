import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'

interface Props {
  readonly field: UseFormRegisterReturn
  /** How the server asked for it. */
  readonly hint: string
  readonly error: string | undefined
  /** The person wants to enter the other kind of code. */
  readonly onChangeKind: () => void
}

/** The second factor at sign-in. Either field takes either kind of code; they differ in a phone's keyboard. */
export function CodeField({ field, hint, error, onChangeKind }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const change = () => {
    setRecovery(!isRecovery)
    onChangeKind()
  }
  return (
    <div className="relative">
      <Field
        label={isRecovery ? 'Recovery code' : 'Code'}
        helper={isRecovery ? 'One of those that you stored. Each can be used once.' : hint}
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
      <button
        type="button"
        onClick={change}
        className="absolute top-0 right-0 rounded-sm text-text underline decoration-edge underline-offset-4 hover:decoration-text"
      >
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  )
}
