import { orders, type OrderDetails, type RefundInput } from '@keydesk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../api/context.tsx'
import { keys } from '../../../api/keys.ts'
import { toast } from '../../../kit/toast.tsx'

/**
 * Refunds an order or a part of it. Rejects when it was refused: the order on the screen is out of date then, and `latest` is it as it is now.
 */
export function useRefund(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const refund = useMutation({
    mutationFn: async (body: RefundInput) => {
      const answer = await api(orders.refund, { params: { id }, body })
      if (answer !== undefined) queries.setQueryData(keys.order(id), answer.data)
    },
    onError: () => queries.invalidateQueries({ queryKey: keys.order(id) }),
    onSuccess: () => {
      const isWhole = queries.getQueryData<OrderDetails>(keys.order(id))?.status === 'refunded'
      toast.success(isWhole ? 'Order refunded successfully' : 'Items refunded successfully')
      void queries.invalidateQueries({ queryKey: keys.everything })
    },
  })
  return { refund: refund.mutateAsync, latest: () => queries.getQueryData<OrderDetails>(keys.order(id)) }
}
