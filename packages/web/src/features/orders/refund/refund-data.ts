import { orders, type RefundInput } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../api/context.tsx'
import { keys } from '../../../api/keys.ts'
import { toast } from '../../../kit/toast.tsx'

/** Refunds an order or a part of it. Rejects when it was refused: the order on the screen is out of date then, and is fetched afresh. */
export function useRefund(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  return async (body: RefundInput): Promise<void> => {
    try {
      const answer = await api(orders.refund, { params: { id }, body })
      if (answer !== undefined) queries.setQueryData(keys.order(id), answer.data)
    } catch (refusal) {
      void queries.invalidateQueries({ queryKey: keys.order(id) })
      throw refusal
    }
    toast.success(body.items ? 'Items refunded successfully' : 'Order refunded successfully')
    void queries.invalidateQueries({ queryKey: keys.everything })
  }
}
