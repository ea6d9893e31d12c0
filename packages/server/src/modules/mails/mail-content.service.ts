import { maskKey, variantName, type MailKind } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadOrder, type LoadedOrder } from '../orders/loaded-orders.service.ts'
import { listOrders } from '../orders/lists/order-list.service.ts'
import { customersNumberOf, pageUrlOf } from '../orders/page-link.service.ts'
import { listInstructions } from '../products/products.service.ts'
import { maskLink, type MailContent } from './letter.rules.ts'
import type { MailReference } from './mail-messages.service.ts'

/**
 * What a mail says about an order, as it is now: the keys that the customer has, or of a refund the keys that were revoked, masked. Null if
 * the event was overtaken: there is nothing left to say.
 * @throws 404
 */
export async function readContent(
  db: Db,
  deps: Deps,
  kind: MailKind,
  orderId: number,
  { key_id: keyId, refund_id: refundId }: MailReference,
): Promise<MailContent | null> {
  const order = await loadOrder(db, orderId, { keys: true })
  const refund = order.refunds.find(({ id }) => id === refundId) ?? order.refunds.at(-1)
  if (kind === 'order_refunded') {
    if (refund === undefined) return null
    const groups = groupsOf(order, (key) => key.refund_id === refund.id, maskKey)
    return contentOf(db, deps, order, { groups, amountCents: refund.total_cents })
  }
  const groups = groupsOf(order, (key) => key.state === 'sold' && (keyId === undefined || key.id === keyId))
  if (groups.length === 0) return null
  return contentOf(db, deps, order, { groups, amountCents: order.row.total_cents })
}

const groupsOf = (
  { items, keys }: LoadedOrder,
  isMeant: (key: LoadedOrder['keys'][number]) => boolean,
  show = (value: string) => value,
): (MailContent['groups'][number] & { readonly productId: number; readonly product: string })[] =>
  items
    .map((item) => ({
      ...{ name: variantName(item.product_name, item.variant_name), productId: item.product_id, product: item.product_name },
      keys: keys.filter((key) => key.item_id === item.id && isMeant(key)).map((key) => show(key.value)),
    }))
    .filter((group) => group.keys.length > 0)

async function contentOf(
  db: Db,
  deps: Deps,
  { row }: LoadedOrder,
  { groups, amountCents }: { readonly groups: ReturnType<typeof groupsOf>; readonly amountCents: number },
): Promise<MailContent> {
  const products = new Map(groups.map(({ productId, product }) => [productId, product]))
  const stored = await listInstructions(db, [...products.keys()])
  const instructions = [...products].flatMap(([id, name]) => {
    const text = stored.get(id)?.trim() ?? ''
    return text === '' ? [] : [products.size > 1 ? `${name}\n${text}` : text]
  })
  return {
    ...{ order: customersNumberOf(row), customer: row.customer_email, amountCents, instructions, link: pageUrlOf(deps, row) ?? '' },
    groups: groups.map(({ name, keys }) => ({ name, keys })),
  }
}

const sample: MailContent = {
  ...{ order: '1024', customer: 'customer@example.com', amountCents: 2_499, link: '' },
  groups: [{ name: 'Example Product - 30 Days', keys: ['XXXXX-XXXXX-XXXXX'] }],
  instructions: ['Open the loader, enter the key and follow the steps.'],
}

/** The content of a preview: of the newest order that fits, with masked keys, or made up. An order has an amount, which not everybody may see. */
export async function readSample(deps: Deps, { permissions }: SignedIn, kind: MailKind): Promise<MailContent> {
  if (!permissions.includes('amounts:read')) return sample
  const { data } = await listOrders(deps, { status: kind === 'order_refunded' ? 'refunded' : 'completed', limit: 1 })
  const content = data[0] && (await readContent(deps.db, deps, kind, data[0].id, {}))
  if (content === undefined || content === null) return sample
  const groups =
    kind === 'key_replaced' ? content.groups.slice(0, 1).map(({ name, keys }) => ({ name, keys: keys.slice(0, 1) })) : content.groups
  return { ...content, link: maskLink(content.link), groups: groups.map(({ name, keys }) => ({ name, keys: keys.map(maskKey) })) }
}
