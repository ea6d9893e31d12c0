import { hostileHtml } from '@keydesk/server/hostile-html'
import type { Keydesk } from '../support/server.ts'
import type { Product } from '../support/shop.ts'
import { addressPayloads, endedPayloads, packed, payloads } from './payloads.ts'

/** Each tries something else as HTML. */
export const hostileTexts: readonly string[] = [...payloads, ...addressPayloads, ...hostileHtml.filter((html) => !html.includes('\0'))]

/** A product's list holds so many. */
const listLimit = 200

/** One line a key. */
export const keyTexts = packed(500).map((text) => text.replaceAll(/[\s\p{C}\u00a0\u00ad\u200b\ufeff]/gu, ' ').trim())
const email = "o'own+own@hostile.test"

export type Planted = Awaited<ReturnType<typeof plant>>

/** Sends the payloads through every text of every call that stores one which a screen shows. */
export async function plant({ api, store }: Keydesk) {
  const names = packed(200)
  const first = (await api('POST', '/admin/products', {
    name: names[0],
    description: '',
    variants: names.slice(0, listLimit).map((name, index) => ({ name, price: 1, keys: index === 0 ? keyTexts : [`KEY-${index}`] })),
  })) as Product
  await atOnce(names.slice(1), (name) =>
    api('POST', '/admin/products', { name, description: name, variants: [{ name, price: 100, keys: ['KEY'] }] }),
  )
  const rich = await plantRichText(api)

  await atOnce(names, (name) => api('POST', '/admin/games', { name }))
  await atOnce(names, (title, index) => api('POST', '/admin/announcements', { title, content: packed(5_000)[index % 3] ?? title }))
  const codes = packed(100)
  await atOnce(codes, (code) => api('POST', '/admin/coupons', { ...coupon, code, applicable_products: [first.id] }))
  const users = packed(100)
  const made = (await atOnce(users, (username, index) => store('POST', '/store/users', { username, email: `${index}${email}` }))) as {
    readonly id: number
    readonly referral_code: string
  }[]

  const order = await plantOrders(store, first, { coupon_code: codes[0], referral_code: made[0]?.referral_code })
  const wallets = packed(50)
  const decided = await atOnce(wallets, (wallet_type, index) =>
    store('POST', `/store/users/${made[0]?.id}/payouts`, { amount: 0.01, wallet_type, wallet_address: names[index % names.length] }),
  )
  return { first, rich, order, names, codes, users, wallets, payouts: decided.length }
}

/** Products whose every text and HTML field holds all that fits, and whose lists hold a payload an entry. */
async function plantRichText(api: Keydesk['api']): Promise<number[]> {
  const all = endedPayloads.join(' ')
  const chunks = Array.from({ length: Math.ceil(hostileTexts.length / listLimit) }, (_, index) =>
    hostileTexts.slice(index * listLimit, (index + 1) * listLimit),
  )
  return atOnce(chunks, async (texts, index) => {
    const { id } = (await api('POST', '/admin/products', { name: `Rich ${index}`, description: packed(5_000)[0] })) as Product
    await api('PUT', `/admin/products/${id}`, {
      ...{
        full_description: all,
        requirements: texts.join(' '),
        instructions: all,
        supported_on: packed(5_000)[1],
        game_name: packed(200)[0],
      },
      faq: texts.map((text, number) => ({ question: text.trim() || 'x', answer: texts.at(-number)?.trim() || 'x' })),
      // Blank in front, so that what the cleaning leaves of a text is never nothing.
      updates: texts.map((text, number) => ({ title: packed(200)[number % 60], date: '2030-01-01', description: `U ${text}` })),
    })
    return id
  })
}

/** A big order with every variant of the product, and one order for each payment reference. */
async function plantOrders(store: Keydesk['store'], product: Product, codes: object): Promise<number> {
  const lines = product.variants.map(({ id }, index) => ({ variant_id: id, quantity: index === 0 ? keyTexts.length : 1 }))
  const buy = async (items: unknown, reference: string, more: object = {}) => {
    const { id } = (await store('POST', '/store/purchases', { customer_email: email, items, ...more })) as { id: number }
    await store('POST', `/store/purchases/${id}/complete`, { payment_reference: reference })
    return id
  }
  return buy(lines, packed(200)[0] ?? '', codes)
}

const coupon = {
  ...{ discount_type: 'percentage', discount_value: 1, expiration_date: '2099-01-01T00:00:00Z', max_usage: 0, max_usage_per_user: 0 },
  applicable_to_all: false,
}

/** A few calls at a time, answered in order. */
async function atOnce<Item, Result>(items: readonly Item[], work: (item: Item, index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += 8) {
    results.push(...(await Promise.all(items.slice(from, from + 8).map((item, index) => work(item, from + index)))))
  }
  return results
}
