import { acceptInvitationInput, joining, type AcceptInvitationInput, type User } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../api/call.ts'
import { ApiError, unexpectedAnswerError } from '../../../api/error.ts'
import { keys } from '../../../api/keys.ts'
import { checkWith } from '../../../kit/check-with.ts'

export const offerQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: keys.offer(token),
    queryFn: async ({ signal }) => {
      const answer = await api(joining.find, { body: { token } }, { signal })
      if (answer === undefined) throw unexpectedAnswerError(200)
      return answer.data
    },
    // What was typed stays while somebody looks elsewhere.
    staleTime: Infinity,
  })

/** The server's sentence about a link that is over, or null. */
export const overText = (error: unknown): string | null => (error instanceof ApiError && error.status === 410 ? error.message : null)

export const checkJoining = checkWith(acceptInvitationInput)

/** Rejects with the server's own sentence, which the form shows. */
export async function join(api: Api, body: AcceptInvitationInput): Promise<{ token: string; user: User }> {
  const answer = await api(joining.accept, { body })
  if (answer === undefined) throw unexpectedAnswerError(200)
  return answer.data
}
