import { useRef, useState } from 'react'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'

interface Props {
  /** How the server asked for it. */
  readonly hint: string
  readonly error: string | undefined
}

/** The second factor at sign-in. Either kind of code is taken either way; what changes is the keyboard of a phone. */
export function CodeField({ hint, error }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const change = () => {
    setRecovery(!isRecovery)
    input.current?.focus()
    input.current?.select()
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
            ref={input}
            name="code"
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
