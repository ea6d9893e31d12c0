import { type TwoFactorSetup, account } from '@keydesk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { dataOf, isAnswerLost, unexpectedAnswerError } from '../../api/error.ts'
import { useFoundAnswer } from '../../api/found-answer.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useAuth } from '../../session/session-provider.tsx'

export const accountQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.account,
    queryFn: async ({ signal }) => (await api(account.find, {}, { signal })).data,
    // Another browser may have changed it: show the cached answer and refetch.
    staleTime: 0,
  })

/**
 * The steps of two-factor sign-in. Each rejects with the server's message, which its form shows. Recovery codes whose answer was lost are an
 * empty list.
 */
export function useTwoFactor() {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.account })
    // It is a step of a new shop.
    void queries.invalidateQueries({ queryKey: queryKeys.setup })
  }
  const setUp = useMutation({
    mutationFn: async (password: string): Promise<TwoFactorSetup> => dataOf(await api(account.setUpTwoFactor, { body: { password } })),
  })
  const turnOn = useFoundAnswer({
    make: async (code: string) => dataOf(await api(account.enableTwoFactor, { body: { code } })).recovery_codes,
    find: async () => ((await queries.fetchQuery(accountQuery(api))).two_factor_since === null ? undefined : []),
    shown: null,
  })
  const enable = useMutation({ mutationFn: turnOn, onSuccess })
  const renew = useMutation({
    mutationFn: async (code: string) => {
      try {
        return dataOf(await api(account.renewRecoveryCodes, { body: { code } })).recovery_codes
      } catch (error) {
        // The earlier codes may have ended.
        if (isAnswerLost(error)) return []
        throw error
      }
    },
    onSuccess,
  })
  const disable = useMutation({
    mutationFn: (body: { password: string; code: string }) => api(account.disableTwoFactor, { body }),
    onSuccess,
  })
  return {
    ...{ setUp: setUp.mutateAsync, enable: enable.mutateAsync, renew: renew.mutateAsync, disable: disable.mutateAsync },
    /** A call is running that answers recovery codes, once. */
    bringsCodes: enable.isPending || renew.isPending,
  }
}

interface PasswordChange {
  readonly current_password: string
  readonly new_password: string
  /** Needed if two-factor sign-in is on. */
  readonly code?: string
}

/** Ends every other session; this one gets a fresh token. */
export function useChangePassword() {
  const api = useApi()
  const { user, start } = useAuth()
  return useMutation({
    mutationFn: async (body: PasswordChange) => {
      const { token } = dataOf(await api(account.changePassword, { body }))
      if (user === null || !start(token, user)) throw unexpectedAnswerError(200)
    },
  }).mutateAsync
}

interface EmailChange {
  readonly email: string
  readonly password: string
  /** Needed if two-factor sign-in is on. */
  readonly code?: string
}

export function useChangeEmail() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: EmailChange) => api(account.changeEmail, { body }),
    // After a lost answer too: the email may have changed.
    onSettled: () => {
      for (const queryKey of [queryKeys.me, queryKeys.account, queryKeys.team]) void queries.invalidateQueries({ queryKey })
    },
  }).mutateAsync
}
