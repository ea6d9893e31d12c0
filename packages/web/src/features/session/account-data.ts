import { account, type TwoFactorSetup } from '@keydesk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { unexpectedAnswerError } from '../../api/error.ts'
import { keys } from '../../api/keys.ts'
import { useAuth } from '../../session/session-provider.tsx'

export const accountQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.account,
    queryFn: async ({ signal }) => (await api(account.find, {}, { signal })).data,
    // Another browser may have changed it: what was known a moment ago shows first, and is asked for again.
    staleTime: 0,
  })

/** The steps of two-factor sign-in. Each rejects with the server's own sentence, which its form shows. */
export function useTwoFactor() {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: keys.account })
  return {
    setUp: async (password: string): Promise<TwoFactorSetup> => given(await api(account.setUpTwoFactor, { body: { password } })),
    enable: async (code: string): Promise<string[]> => {
      const made = given(await api(account.enableTwoFactor, { body: { code } }))
      refresh()
      return made.recovery_codes
    },
    renew: async (code: string): Promise<string[]> => {
      const made = given(await api(account.renewRecoveryCodes, { body: { code } }))
      refresh()
      return made.recovery_codes
    },
    disable: async (body: { password: string; code: string }): Promise<void> => {
      await api(account.disableTwoFactor, { body })
      refresh()
    },
  }
}

export interface PasswordChange {
  readonly current_password: string
  readonly new_password: string
  /** Where two-factor sign-in is on. */
  readonly code?: string
}

/** Every session ends but this one, which goes on with a fresh token. */
export function useChangePassword() {
  const api = useApi()
  const { user, start } = useAuth()
  return async (body: PasswordChange): Promise<void> => {
    const { token } = given(await api(account.changePassword, { body }))
    if (user === null || !start(token, user)) throw unexpectedAnswerError(200)
  }
}

function given<T>(answer: { data: T } | undefined): T {
  if (answer === undefined) throw unexpectedAnswerError(200)
  return answer.data
}
