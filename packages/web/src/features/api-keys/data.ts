import {
  type ApiKey,
  type ApiKeyInput,
  type ApiKeyScope,
  type NewApiKey,
  type RotateApiKeyInput,
  type RotatedApiKey,
  apiKeys,
  hasWorkingSecret,
} from '@keydesk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { dataOf } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { inToast } from '../../kit/text/format.ts'

export const apiKeysQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.apiKeys,
    queryFn: async ({ signal }) => (await api(apiKeys.list, {}, { signal })).data,
    // A storefront may have used one since.
    staleTime: 0,
  })

export const isExpired = ({ expires_at }: ApiKey): boolean => expires_at !== null && Date.parse(expires_at) <= Date.now()

/** Fetches the keys with a working secret that a member knows. */
export function useFetchKeysMadeBy() {
  const api = useApi()
  const queries = useQueryClient()
  return async (memberId: number): Promise<ApiKey[]> => {
    const all = await queries.fetchQuery(apiKeysQuery(api))
    return all.filter((key) => hasWorkingSecret(key, memberId, new Date()))
  }
}

/** Rejects with the server's message, which the form shows. */
export function useCreateApiKey() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: ApiKeyInput): Promise<NewApiKey> => {
      return dataOf(await api(apiKeys.create, { body }))
    },
    // After a lost answer too: the key may work.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  }).mutateAsync
}

/** Rejects with the server's message, which the form shows. */
export function useRotateApiKey(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: RotateApiKeyInput): Promise<RotatedApiKey> => {
      return dataOf(await api(apiKeys.rotate, { params: { id }, body }))
    },
    // After a refusal too: somebody else may have rotated or revoked it.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  }).mutateAsync
}

export function useRevokeApiKey() {
  const api = useApi()
  return useAction({
    run: ({ id }: ApiKey) => api(apiKeys.revoke, { params: { id } }),
    success: (_answer, { name }) => `${inToast(name)} is revoked`,
    failure: { serverOr: 'Failed to revoke the API key' },
    refresh: queryKeys.apiKeys,
  })
}

/** The name and the explanation of each scope. */
export const scopeWords: Readonly<Record<ApiKeyScope, { readonly name: string; readonly text: string }>> = {
  'catalogue:read': { name: 'Catalogue', text: 'List products with prices and stock, and quote a cart.' },
  'orders:write': { name: 'Orders', text: 'Create, complete, cancel and refund its own orders, and read their keys.' },
  'users:write': { name: 'Users', text: 'Create referral users, and request their payouts.' },
}
