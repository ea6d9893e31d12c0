import type { Order, OrderDetails, OrderItem, OrderKey } from '@keydesk/contract'
import { Eye, EyeOff, History } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from '../../kit/controls/button.tsx'
import { CopyButton } from '../../kit/controls/copy-button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { lazyDialog, lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { DrawerSection } from '../../kit/overlay/drawer.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { Money } from '../../kit/text/money.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { useRevealKeys } from './data.ts'
import { formatName } from './format.ts'

interface Props {
  readonly order: Order
  readonly details: OrderDetails | undefined
}

/** The lines of an order and the parts of its total. */
export function OrderItems({ order, details }: Props) {
  const seesAmounts = useMay()('amounts:read')
  // For an imported order the amount may also be a refund or a rounding of the other shop.
  const coupon = order.is_imported === true ? '' : (order.coupon_code ?? '')
  const discounts = [
    { name: coupon === '' ? 'Discount' : `Coupon ${coupon}`, amount: details?.coupon_discount ?? 0, isUsed: coupon !== '' },
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
        {seesAmounts && (
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
            <div className="flex justify-between gap-4 font-medium">
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
        )}
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
              {', '}
              <span className="whitespace-nowrap">
                −<Money amount={discount} /> discount
              </span>
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

const ReplaceKeyDialog = lazyDialog('Replace key', async () => (await import('./key-history/replace-key.tsx')).ReplaceKeyDialog)
const KeyHistoryDialog = lazyDialog('Key history', async () => (await import('./key-history/key-history.tsx')).KeyHistoryDialog)
const ReplacedKeys = lazyPart(async () => (await import('./key-history/replaced-keys.tsx')).ReplacedKeys)

/** The keys of an order, masked until somebody reveals them; that is recorded in the timeline. */
export function OrderKeys({ order }: { readonly order: OrderDetails }) {
  const reveal = useRevealKeys(order.id)
  const [replacing, setReplacing] = useState<{ readonly id: number; readonly name: string } | null>(null)
  const [shownKey, setShownKey] = useState<{ readonly id: number; readonly value: string } | null>(null)
  const may = useMay()
  const values = new Map(reveal.data?.map((key) => [key.id, key.value]))
  // The customer does not have the others any more.
  const sold = order.keys.filter(({ state }) => state === 'sold')
  // A key that somebody has replaced since has no value here.
  const isRevealed = values.size > 0 && sold.every(({ id }) => values.has(id))
  // Nobody has paid for the keys of a pending order: they may be sold to somebody else.
  const mayReveal = order.status !== 'pending' && may('orders:reveal')
  const actions = (
    <>
      {isRevealed && sold.length > 1 && <CopyButton text={sold.map(({ id }) => values.get(id)).join('\n')} label="Copy all keys" />}
      {/* One button for both, which keeps the focus. */}
      {(isRevealed || mayReveal) && (
        <Button
          size="sm"
          icon={isRevealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          busy={reveal.isPending && 'Revealing...'}
          onClick={() => (isRevealed ? reveal.reset() : reveal.mutate(undefined))}
        >
          {isRevealed ? 'Hide keys' : 'Reveal keys'}
        </Button>
      )}
      {values.size > 0 && !isRevealed && (
        <Button size="sm" icon={<EyeOff aria-hidden />} onClick={reveal.reset}>
          Hide keys
        </Button>
      )}
    </>
  )
  const lines = order.items
    .map((item) => ({ item, keys: order.keys.filter((key) => key.item_id === item.id) }))
    .filter(({ keys }) => keys.length > 0)

  return (
    <DrawerSection title={order.keys.length === 1 ? 'Key' : `Keys (${order.keys.length})`} actions={actions}>
      <Card className="divide-y divide-border">
        {lines.map(({ item, keys }) => (
          <div key={item.id}>
            {lines.length > 1 && <p className="px-4 pt-3 text-caption text-muted">{formatName(item.variant)}</p>}
            <ul className="divide-y divide-border">
              {keys.map((key) => (
                <KeyLine
                  key={key.id}
                  orderKey={key}
                  value={values.get(key.id)}
                  onShowHistory={() => setShownKey(key)}
                  onReplace={
                    order.status === 'completed' && may('orders:refund')
                      ? () => setReplacing({ id: key.id, name: formatName(item.variant) })
                      : undefined
                  }
                />
              ))}
            </ul>
          </div>
        ))}
      </Card>
      {order.replaced_keys.length > 0 && <ReplacedKeys keys={order.replaced_keys} onShowHistory={setShownKey} />}
      {shownKey !== null && (
        <KeyHistoryDialog keyId={shownKey.id} value={shownKey.value} orderId={order.id} onClose={() => setShownKey(null)} />
      )}
      {replacing !== null && (
        <ReplaceKeyDialog
          orderId={order.id}
          keyId={replacing.id}
          name={replacing.name}
          onReplaced={reveal.reset}
          onClose={() => setReplacing(null)}
        />
      )}
    </DrawerSection>
  )
}

interface LineProps {
  readonly orderKey: OrderKey
  /** Undefined until revealed. */
  readonly value: string | undefined
  readonly onShowHistory: () => void
  /** Undefined unless the customer has the key. */
  readonly onReplace: (() => void) | undefined
}

function KeyLine({ orderKey, value, onShowHistory, onReplace }: LineProps) {
  const id = useId()
  return (
    <li className="flex min-h-11 items-center gap-3 py-1 pr-2 pl-4">
      <code id={id} className="min-w-0 flex-1 font-mono text-table break-all">
        {value ?? orderKey.value}
      </code>
      {orderKey.opened_at && (
        <span className="text-caption text-muted">
          Opened <DateText at={orderKey.opened_at} as="date" />
        </span>
      )}
      {orderKey.state === 'revoked' && <Badge tone="red">Revoked</Badge>}
      {orderKey.state === 'reserved' && <Badge tone="yellow">Reserved</Badge>}
      {onReplace !== undefined && orderKey.state === 'sold' && (
        <Button size="sm" variant="ghost" aria-describedby={id} onClick={onReplace}>
          Replace
        </Button>
      )}
      {value !== undefined && <CopyButton text={value} label="Copy key" aria-describedby={id} />}
      <IconButton label="Show key history" aria-describedby={id} icon={<History aria-hidden />} onClick={onShowHistory} />
    </li>
  )
}
