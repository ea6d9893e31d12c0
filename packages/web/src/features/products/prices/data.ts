import { type PricesInput, prices } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../api/context.tsx'
import { isNotFound, serverMessageOr } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { plural } from '../../../kit/text/format.ts'
import { offerUndo, useUndo } from '../bulk/data.ts'

/** Changes the prices of several variants. The toast offers Undo for as long as the server accepts it. */
export function useChangePrices() {
  const api = useApi()
  const queries = useQueryClient()
  const undo = useUndo('price')
  return useAction({
    run: async (body: PricesInput) => {
      try {
        return await api(prices.change, { query: {}, body })
      } catch (error) {
        // One of them was deleted; the refetched list shows which.
        if (isNotFound(error)) void queries.invalidateQueries({ queryKey: queryKeys.products })
        throw error
      }
    },
    success: (answer, body) => {
      const changed = answer?.data.filter(({ before, after }) => before !== after).length ?? body.variant_ids.length
      const text = `Changed ${plural(changed, 'price')}`
      const token = answer?.undo_token
      if (token === undefined || changed === 0) return text
      offerUndo(text, () => undo.mutate({ undo_token: token }))
      return null
    },
    failure: (error) =>
      isNotFound(error)
        ? 'One of the variants was deleted meanwhile. Nothing was changed.'
        : serverMessageOr(error, 'Failed to change the prices'),
    refresh: queryKeys.products,
  })
}
