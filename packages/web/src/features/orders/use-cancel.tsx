import { formatUsd, type OrderDetails } from '@keydesk/contract'
import { useConfirm } from '../../kit/confirm.tsx'
import { plural } from '../../kit/format.ts'
import { useCancelOrder } from './orders-data.ts'

/** Cancel asks first, naming the order and what becomes of what it holds. */
export function useCancel(order: OrderDetails) {
  const confirm = useConfirm()
  const cancelling = useCancelOrder(order.id)
  const name = `Order #${order.id} of ${order.customer_email} (${formatUsd(order.total)})`

  const cancel = async () => {
    const text = (
      <>
        <span className="block text-text">{`${name} becomes cancelled. This cannot be undone.`}</span>
        <span className="mt-2 block">{cancelConsequences(order)}</span>
      </>
    )
    const question = { title: `Cancel order #${order.id}?`, text, yes: 'Cancel order', no: 'Keep order', danger: true }
    if (await confirm(question)) cancelling.mutate(undefined)
  }

  return { cancel, isCancelling: cancelling.isPending }
}

function cancelConsequences({ keys, coupon_code }: OrderDetails): string {
  const released = keys.length === 0 ? 'What it reserves' : `Its ${plural(keys.length, 'reserved key')}`
  const verb = keys.length > 1 ? 'return' : 'returns'
  return `${released} ${verb} to stock${coupon_code ? `, and the use of coupon ${coupon_code} is given back` : ''}. The customer can no longer pay for it.`
}
