import { centsToDollars, formatUsd, lostOrdersPath, maskKey } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { html, type Html } from '../../http/html-page.ts'
import type { OrderKeyRow } from '../keys/order-keys.service.ts'
import type { LoadedOrder, LoadedRefund } from '../orders/loaded-orders.service.ts'
import { customersNumberOf } from '../orders/page-link.service.ts'
import type { OrderPage } from './order-page.service.ts'

/** The name and the logo at the top of each page. */
export interface Brand {
  readonly name: string
  /** A path of this server; '' without a logo. */
  readonly logo: string
}

interface Visit {
  readonly brand: Brand
  /** The path of the page, for the forms on it. */
  readonly path: string
  /** The key to show unmasked, if the customer still has it. */
  readonly openKeyId: number | null
  /** For dates; the browser's script writes them in its own zone. */
  readonly languages: readonly string[]
}

export interface Drawn {
  readonly title: string
  readonly body: Html
}

/** The prices of the items are those before the discount, which may be a refund or a rounding of the other shop in an imported order. */
function drawTotal({ subtotal_cents, total_cents, shop_import_id }: LoadedOrder['row']): string {
  const [total, less] = [total_cents, subtotal_cents - total_cents].map((cents) => formatUsd(centsToDollars(cents)))
  return subtotal_cents === total_cents ? total! : `${total} after a ${shop_import_id === null ? 'discount' : 'reduction'} of ${less}`
}

/** The page of an order. Keys are masked but for the one that was asked for. */
export function drawOrderPage({ order, replacedAt, instructions }: OrderPage, visit: Visit): Drawn {
  const { row, items, keys, refunds } = order
  const number = customersNumberOf(row)
  const moment = (at: string) => drawMoment(at, visit.languages)
  const drawItem = (item: LoadedOrder['items'][number]) =>
    html` <section aria-labelledby="item-${item.id}">
      <h2 id="item-${item.id}"><bdi>${item.product_name}</bdi> - <bdi>${item.variant_name}</bdi></h2>
      <p class="quiet">${item.quantity} &times; ${formatUsd(centsToDollars(item.unit_price_cents))}</p>
      <ul>
        ${keys.filter((key) => key.item_id === item.id).map((key) => drawKey(key, { visit, replacedAt, moment, isOnly: keys.length === 1 }))}
      </ul>
      ${drawInstructions(instructions.get(item.product_id) ?? '')}
    </section>`
  return {
    title: `Order #${number} · ${visit.brand.name}`,
    body: html`<main>
      ${drawBrand(visit.brand)}
      <h1>Order #${number}</h1>
      <p class="quiet">${drawTotal(row)} &middot; Completed on ${moment(row.completed_at!)}</p>
      ${items.map(drawItem)} ${drawRefunds(refunds, row.status === 'refunded', moment)}
    </main>`,
  }
}

interface KeyContext {
  readonly visit: Visit
  readonly replacedAt: OrderPage['replacedAt']
  readonly moment: (at: string) => Html
  /** The order has no other key: to show it is what the page is for. */
  readonly isOnly: boolean
}

function drawKey({ id, value, state }: OrderKeyRow, { visit, replacedAt, moment, isOnly }: KeyContext): Html {
  const masked = maskKey(value)
  if (state !== 'sold') {
    const replaced = replacedAt.get(id)
    const note = replaced === undefined ? html`Refunded` : html`Replaced on ${moment(replaced)}`
    return html`<li id="key-${id}">
      <s><code>${masked}</code></s
      ><span class="note">${note}</span>
    </li>`
  }
  if (id === visit.openKeyId)
    return html`<li id="key-${id}">
      <code>${value}</code><button type="button" data-copy hidden aria-label="Copy the key that ends in ${masked.slice(-4)}">Copy</button>
    </li>`
  return html`<li id="key-${id}">
    <code>${masked}</code>
    <form method="post" action="${visit.path}/keys/${id}#key-${id}">
      <button class="${isOnly ? 'main' : ''}" aria-label="Show the key ${masked}">Show</button>
    </form>
  </li>`
}

const drawInstructions = (text: string): Html | null =>
  text.trim() === ''
    ? null
    : html`<details>
        <summary>Instructions</summary>
        <p class="text">${text.trim()}</p>
      </details>`

function drawRefunds(refunds: readonly LoadedRefund[], isWhole: boolean, moment: (at: string) => Html): Html | null {
  if (refunds.length === 0) return null
  const rows = refunds.map(
    ({ at, total_cents }) =>
      html`<dt>${moment(at)}</dt>
        <dd>${formatUsd(centsToDollars(total_cents))}</dd>`,
  )
  return html`<section aria-labelledby="refunds">
    <h2 id="refunds">${isWhole ? 'Refunded' : 'Refunds'}</h2>
    <dl>${rows}</dl>
  </section>`
}

/** The answer to an address that leads to no order, or to none any more. */
export function drawNoPage(brand: Brand, { orders, lost }: Deps['customerPages']): Drawn {
  const title = 'This link does not work'
  if (!orders) return drawMessage(brand, title, 'This shop has no pages for orders. Ask it for your keys.')
  const reason = 'It is incomplete, or a newer link has replaced it.'
  if (!lost) return drawMessage(brand, title, `${reason} Ask the shop for the link of your order.`)
  return drawMessage(brand, title, html`${reason} <a href="${lostOrdersPath}">Get the links of your orders by mail</a>`)
}

export const drawMessage = (brand: Brand, title: string, text: string | Html): Drawn => ({
  title: `${title} · ${brand.name}`,
  body: html`<main>
    ${drawBrand(brand)}
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`,
})

/** @param mistake what is wrong with the address that was sent */
export function drawLostOrders(brand: Brand, { isMailOn, mistake }: { isMailOn: boolean; mistake: string | null }): Drawn {
  const title = 'Find your orders'
  if (!isMailOn) return drawMessage(brand, title, 'This shop cannot send mails. Ask it for the link of your order.')
  return {
    title: `${title} · ${brand.name}`,
    body: html`<main>
      ${drawBrand(brand)}
      <h1>${title}</h1>
      <p>Enter the email address that you bought with. We send the links of its orders to that address.</p>
      <form method="post" action="${lostOrdersPath}">
        <label for="email">Email</label>
        <input id="email" name="email" type="email" autocomplete="email" required maxlength="320" aria-describedby="mistake" />
        <p id="mistake" class="mistake" role="alert">${mistake}</p>
        <button class="main">Send the links</button>
      </form>
    </main>`,
  }
}

export const drawLostOrdersOff = (brand: Brand): Drawn =>
  drawMessage(brand, 'Find your orders', 'This shop does not send the links of orders. Ask it for your keys.')

/** The same for every address. */
export const drawLostOrdersSent = (brand: Brand): Drawn =>
  drawMessage(brand, 'Look at your inbox', 'If there are orders with this address, their links are on the way. It may take a few minutes.')

const drawBrand = ({ name, logo }: Brand): Html =>
  html`<p class="brand">${logo === '' ? name : html`<img src="${logo}" alt="${name}" height="40" />`}</p>`

function drawMoment(at: string, languages: readonly string[]): Html {
  const format = new Intl.DateTimeFormat([...languages, 'en'], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return html`<time datetime="${at}">${format.format(new Date(at))} UTC</time>`
}
