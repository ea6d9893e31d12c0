import { centsToDollars, formatUsd, utcDayOf } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listPagesOf } from '../orders/page-link.service.ts'
import type { Letter } from './letter.rules.ts'
import { askedSubject, requireMail, storeAskedMail } from './mail-messages.service.ts'

export const lostOrdersEvent = 'mail.lost_orders'

const ordersInMail = 20
/** How many of the newest orders are searched for those of a mailbox. */
const ordersLookedAt = 1_000

/** Somebody asked for the orders of this address. */
export interface LostOrders {
  readonly to: string
}

/**
 * Mails the links of an address's orders to that address (docs/reference/order-page.md, Lost orders). Whether it has any is looked up when
 * the mail is sent, so that the call takes the same time and says the same for every address.
 * @throws 409 `mail_off`
 */
export async function mailLostOrders(deps: Deps, to: string): Promise<void> {
  const server = requireMail(deps)
  const body: LostOrders = { to }
  await storeAskedMail(deps, server, { event: lostOrdersEvent, subject: askedSubject('address', to), body })
}

/** The part before the domain may depend on upper and lower case. */
const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@')
  return email.slice(0, at) + email.slice(at).toLowerCase()
}

/**
 * The mail, and the links in it, to the address as the orders have it: the typed one may differ from it in a way that another mail server
 * takes for another mailbox. Orders that differ in this way are not in one mail: the typed address counts if an order has it, otherwise
 * that of the newest order. Null for an address without orders.
 */
export async function writeLostOrders(
  db: Db,
  deps: Deps,
  { to: typed }: LostOrders,
  shop: string,
): Promise<{ to: string; letter: Letter; links: string[] } | null> {
  const found = await listPagesOf(db, deps, typed, ordersLookedAt)
  const chosen = found.find(({ customer_email }) => mailboxOf(customer_email) === mailboxOf(typed)) ?? found[0]
  if (chosen === undefined) return null
  const { customer_email: to } = chosen
  const same = found.filter(({ customer_email }) => mailboxOf(customer_email) === mailboxOf(to))
  const orders = same.slice(0, ordersInMail)
  const hint = 'There are more orders with this address in other upper or lower case. To get them, type the address as you did then.'
  const letter: Letter = {
    subject: `Your orders at ${shop}`,
    shop,
    blocks: [
      { is: 'text', text: 'Somebody, probably you, asked for the orders of this address. Each link opens one order with its keys.' },
      ...orders.flatMap(({ number, completed_at, total_cents, url }) => [
        { is: 'text' as const, text: `${utcDayOf(completed_at)}, ${formatUsd(centsToDollars(total_cents))}` },
        // A new link would end the one that the customer may have.
        url === null
          ? {
              is: 'text' as const,
              text: `Order #${number}: its link cannot be mailed any more. If you do not have it, ask the shop for a new one.`,
            }
          : { is: 'link' as const, url, text: `View order #${number}` },
      ]),
      ...(same.length < found.length ? [{ is: 'text' as const, text: hint }] : []),
      { is: 'text', text: 'If it was not you, ignore this mail: nobody else has received the links.' },
    ],
  }
  return { to, letter, links: orders.flatMap(({ url }) => url ?? []) }
}
