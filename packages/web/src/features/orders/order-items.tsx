import type { Order, OrderDetails, OrderItem } from '@keydesk/contract'
import type { ReactNode } from 'react'
import { DrawerSection } from '../../kit/drawer-section.tsx'
import { Card } from '../../kit/card.tsx'
import { Money } from '../../kit/money.tsx'
import { formatName } from './order-format.ts'

interface Props {
  readonly order: Order
  readonly details: OrderDetails | undefined
}

/** The lines of an order and how its total came about. */
export function OrderItems({ order, details }: Props) {
  const discounts = [
    { name: `Coupon ${order.coupon_code ?? ''}`, amount: details?.coupon_discount ?? 0, isUsed: Boolean(order.coupon_code) },
    { name: `Referral ${order.referral_code ?? ''}`, amount: details?.referral_discount ?? 0, isUsed: Boolean(order.referral_code) },
  ].filter(({ amount, isUsed }) => amount > 0 || (isUsed && details !== undefined))
  return (
    <DrawerSection title="Items">
      <Card className="divide-y divide-border">
        <ul className="divide-y divide-border">
          {order.items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
        <dl className="space-y-1 px-4 py-3">
          {discounts.length > 0 && order.subtotal !== undefined && (
            <Sum name="Subtotal">
              <Money amount={order.subtotal} />
            </Sum>
          )}
          {discounts.map(({ name, amount }) => (
            <Sum key={name} name={name}>
              −<Money amount={amount} />
            </Sum>
          ))}
          <div className="flex justify-between gap-4 font-semibold">
            <dt>Total</dt>
            <dd>
              <Money amount={order.total} />
            </dd>
          </div>
          {(order.refunded_total ?? 0) > 0 && (
            <Sum name="Refunded">
              −<Money amount={order.refunded_total ?? 0} />
            </Sum>
          )}
        </dl>
      </Card>
    </DrawerSection>
  )
}

function Line({ item }: { readonly item: OrderItem }) {
  const { unit_price: price, paid, quantity, refunded_quantity: refunded = 0 } = item
  const discount = price === undefined || paid === undefined ? 0 : price * quantity - paid
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-2.5">
      <div className="min-w-0">
        <p className="break-words">{formatName(item.variant)}</p>
        <p className="text-table text-muted">
          {price === undefined ? `x${quantity}` : <Priced price={price} quantity={quantity} />}
          {discount >= 0.005 && (
            <>
              {', '}−<Money amount={discount} /> discount
            </>
          )}
        </p>
        {refunded > 0 && (
          <p className="text-table text-red">
            {refunded} of {quantity} refunded
          </p>
        )}
      </div>
      {paid !== undefined && <Money amount={paid} />}
    </li>
  )
}

const Priced = ({ price, quantity }: { readonly price: number; readonly quantity: number }) => (
  <>
    {quantity} × <Money amount={price} />
  </>
)

function Sum({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 text-muted">
      <dt className="min-w-0 break-words">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
