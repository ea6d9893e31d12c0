import { orders, type OrderDetails, type ReplaceKeyInput } from '@keydesk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../api/context.tsx'
import { keys } from '../../../api/keys.ts'

/** What a replacement changes beside its order: amounts, coupons and statistics stay. */
const alsoChanged = [keys.keyLives, keys.products, keys.variants, keys.allKeyImports]

/**
 * Replaces a key and answers the value of the new one; null where it could not be read afterwards. Rejects when the key was not replaced:
 * what is on screen is out of date then, and is fetched afresh.
 */
export function useReplaceKey(orderId: number, keyId: number) {
  const api = useApi()
  const queries = useQueryClient()
  const newValueOf = async (order: OrderDetails | undefined) => {
    const newId = order?.replaced_keys.find(({ id }) => id === keyId)?.replacement_id
    const revealed = await api(orders.revealKeys, { params: { id: orderId } }).catch(() => undefined)
    return revealed?.data.find(({ id }) => id === newId)?.value ?? null
  }
  return useMutation({
    mutationFn: async (body: ReplaceKeyInput): Promise<string | null> => {
      const answer = await api(orders.replaceKey, { params: { id: orderId, key_id: keyId }, body })
      if (answer !== undefined) queries.setQueryData(keys.order(orderId), answer.data)
      return newValueOf(answer?.data)
    },
    onSettled: () => {
      // The order, too: its timeline says by now that the keys were shown, and after a refusal it is not what is on the screen.
      for (const queryKey of [keys.order(orderId), ...alsoChanged]) void queries.invalidateQueries({ queryKey })
    },
  }).mutateAsync
}
