import { type DecidedKeys, restoreHolds } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { plural } from '../../kit/text/format.ts'

export const restoreHoldsQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.restoreHolds,
    queryFn: async ({ signal }) => (await api(restoreHolds.list, {}, { signal })).data,
  })

/** A decision changes the stock, batches and the activity. */
const refresh = queryKeys.everything

const decidedText = ({ released, removed, struck }: DecidedKeys): string =>
  [
    released > 0 && `${plural(released, 'key')} on sale again`,
    removed > 0 && `${plural(removed, 'key')} of undone imports removed`,
    struck > 0 && `${plural(struck, 'key')} struck`,
  ]
    .filter((part) => part !== false)
    .join(', ') || 'No key is held any more'

/** Decides over all keys if no batches are named. */
export function useDecideKeys() {
  const api = useApi()
  return useAction({
    run: (body: { readonly decision: 'release' | 'strike'; readonly batches?: string[] }) => api(restoreHolds.decideKeys, { body }),
    success: (answer) => (answer === undefined ? null : decidedText(answer.data)),
    failure: { serverOr: 'Failed to change the held keys' },
    refresh,
  })
}

export function useApplySoldKeys() {
  const api = useApi()
  return useAction({
    run: (lines: string[]) => api(restoreHolds.applySoldKeys, { body: { lines } }),
    success: (answer) => (answer === undefined ? null : decidedText(answer.data)),
    failure: { serverOr: 'Failed to use the file of sold keys' },
    refresh,
  })
}

/** Decides over all messages if none are named. */
export function useDecideMessages() {
  const api = useApi()
  return useAction({
    run: (body: { readonly decision: 'send' | 'drop'; readonly ids?: number[] }) => api(restoreHolds.decideMessages, { body }),
    success: (answer, { decision }) =>
      answer === undefined ? null : `${plural(answer.data.messages, 'message')} ${decision === 'send' ? 'will be sent' : 'dropped'}`,
    failure: { serverOr: 'Failed to change the held messages' },
    refresh,
  })
}
