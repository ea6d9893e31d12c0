import {
  type Invitation,
  type InvitationInput,
  type Member,
  type MemberInput,
  type NewInvitation,
  type SwitchName,
  switchNames,
  team,
} from '@keydesk/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { dataOf } from '../../api/error.ts'
import { useFoundAnswer } from '../../api/found-answer.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { isSameValue } from '../../kit/form/form-check.ts'
import { inToast } from '../../kit/text/format.ts'
import { nameOfRole } from '../../session/role-summaries.ts'

export const teamQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.team, queryFn: async ({ signal }) => (await api(team.list, {}, { signal })).data })

export const invitationsQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.invitations, queryFn: async ({ signal }) => (await api(team.invitations, {}, { signal })).data })

/** What each switch is about: 'May see amounts of money'. */
export const switchWords: Readonly<Record<SwitchName, { readonly name: string; readonly what: string }>> = {
  amounts: { name: 'Amounts', what: 'see amounts of money' },
  reveal: { name: 'Keys', what: 'reveal keys' },
  refund: { name: 'Refunds', what: 'refund and replace' },
}

interface Change {
  readonly member: Member
  readonly input: MemberInput
}

/** Writes the changed member into the cache. Also refetches the rights of the signed-in person, who may have changed themselves. */
export function useChangeMember() {
  const api = useApi()
  const queries = useQueryClient()
  const update = useFoundAnswer({
    make: ({ member: { id }, input }: Change) => api(team.update, { params: { id }, body: input }),
    find: async ({ member, input }) => {
      const data = (await queries.fetchQuery({ ...teamQuery(api), staleTime: 0 })).find(({ id }) => id === member.id)
      const wanted = data && { ...data, ...input, switches: { ...data.switches, ...input.switches } }
      return data && isSameValue(wanted, data) ? { data } : undefined
    },
    shown: null,
  })
  return useAction({
    run: async (change: Change) => {
      const changed = (await update(change))?.data
      if (changed === undefined) await queries.invalidateQueries({ queryKey: queryKeys.team })
      else queries.setQueryData<Member[]>(queryKeys.team, (rows) => rows?.map((row) => (row.id === changed.id ? changed : row)))
      // The invitations of an owner may be revoked now.
      void queries.invalidateQueries({ queryKey: queryKeys.invitations })
      await queries.invalidateQueries({ queryKey: queryKeys.me })
    },
    success: (_answer, { member: { username }, input: { role, disabled, keys_per_hour, switches } }) => {
      const turned = switchNames.find((name) => switches?.[name] !== undefined)
      if (turned !== undefined)
        return `${inToast(username)} may ${switches?.[turned] === true ? 'now' : 'no longer'} ${switchWords[turned].what}`
      if (role !== undefined) return `${inToast(username)} now has the role ${nameOfRole(role)}`
      if (keys_per_hour !== undefined) return `${inToast(username)} can now replace and show keys ${keys_per_hour} times an hour`
      return `${inToast(username)} is ${disabled === true ? 'disabled' : 'enabled'}`
    },
    failure: { serverOr: 'Failed to change the member' },
    refresh: null,
    ifOutOfDate: queryKeys.team,
  })
}

/** Rejects with the server's message, which the form shows. */
export function useInvite() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: InvitationInput): Promise<NewInvitation> => {
      return dataOf(await api(team.invite, { body }))
    },
    // After a lost answer too: the invitation may be open.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.invitations }),
  }).mutateAsync
}

export function useRevokeInvitation() {
  const api = useApi()
  return useAction({
    run: ({ id }: Invitation) => api(team.revokeInvitation, { params: { id } }),
    success: 'Invitation revoked',
    failure: { serverOr: 'Failed to revoke the invitation' },
    refresh: queryKeys.invitations,
  })
}
