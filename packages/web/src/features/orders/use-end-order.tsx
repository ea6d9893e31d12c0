import { formatUsd, type OrderDetails } from '@keydesk/contract'
import { useConfirm } from '../../kit/confirm.tsx'
import { plural } from '../../kit/format.ts'
import { useCancelOrder, useRefundOrder } from './orders-data.ts'

/** Refund and Cancel: each asks first, naming the order and what becomes of what it holds. */
export function useEndOrder(order: OrderDetails) {
  const confirm = useConfirm()
  const refunding = useRefundOrder(order.id)
  const cancelling = useCancelOrder(order.id)
  const name = `Order #${order.id} of ${order.customer_email} (${formatUsd(order.total)})`

  const refund = async () => {
    const text = (
      <>
        <span className="block text-text">{`${name} becomes refunded. This cannot be undone.`}</span>
        <span className="mt-2 block">{refundConsequences(order)}</span>
        <span className="mt-2 block">Keydesk moves no money: return the payment where it was made.</span>
      </>
    )
    if (await confirm({ title: `Refund order #${order.id}?`, text, yes: 'Refund order', danger: true })) refunding.mutate(undefined)
  }

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

  return { refund, cancel, isEnding: refunding.isPending || cancelling.isPending }
}

function refundConsequences({ keys, referral }: OrderDetails): string {
  const lost =
    keys.length === 0 ? '' : `Its ${plural(keys.length, 'key')} become${keys.length === 1 ? 's' : ''} revoked and never return to stock. `
  const commission =
    referral === null ? '' : `The commission of ${formatUsd(referral.commission_amount)} for ${referral.referrer} is rejected. `
  return `${lost}${commission}Statistics no longer count it.`
}

function cancelConsequences({ keys, coupon_code }: OrderDetails): string {
  const released = keys.length === 0 ? 'What it reserves' : `Its ${plural(keys.length, 'reserved key')}`
  const verb = keys.length > 1 ? 'return' : 'returns'
  return `${released} ${verb} to stock${coupon_code ? `, and the use of coupon ${coupon_code} is given back` : ''}. The customer can no longer pay for it.`
}
