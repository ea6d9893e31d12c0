import { secondFactor } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { ApiError } from '../../api/error.ts'
import { Input } from '../../kit/controls/input.tsx'
import { Field } from '../../kit/form/field.tsx'
import { accountQuery } from './data.ts'

/** Whether a change of the own account needs a code. */
export function useAccountCode() {
  // A foreign host does not know this call; then no code is asked for.
  const account = useQuery(accountQuery(useApi()))
  const [isAsked, setAsked] = useState(false)
  return {
    isNeeded: isAsked || typeof account.data?.two_factor_since === 'string',
    /** The server asked for it: two-factor sign-in was turned on elsewhere meanwhile. */
    isAsked,
    /** Sends a change without a blank code. */
    send: async <Change extends { readonly code: string }>(
      { code, ...change }: Change,
      call: (body: Omit<Change, 'code'> & { readonly code?: string }) => Promise<unknown>,
    ): Promise<void> => {
      try {
        await call(code.trim() === '' ? change : { ...change, code })
      } catch (error) {
        if (error instanceof ApiError && error.code === secondFactor.required) setAsked(true)
        throw error
      }
    },
  }
}

interface Props {
  readonly field: UseFormRegisterReturn
  readonly error: string | undefined
  readonly isAsked: boolean
}

export const AccountCodeField = ({ field, error, isAsked }: Props) => (
  <Field isSteady label="Code" required helper="From your authenticator app, or a recovery code." error={error}>
    {(control) => <Input {...control} {...field} mono autoComplete="one-time-code" spellCheck={false} autoFocus={isAsked} />}
  </Field>
)
