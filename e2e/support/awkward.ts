import type { Keydesk } from './server.ts'
import type { Product } from './shop.ts'

const unbroken = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** 200 characters: as long as a name may be, with no place to break it. */
const longName = unbroken('Unbreakable', 200)
/** Arabic: from right to left, with a number and a Latin word inside. */
const rightToLeft = 'مفتاح تجريبي 2026 (Pro) لاسم طويل جدا'
const longEmail = `${unbroken('a.very.long.mailbox', 63)}@${unbroken('subdomain.', 130)}example`

/**
 * Fills a shop with data that breaks screens: long words, right-to-left names, zeros and millions. Returns the product with all of these.
 */
export async function fillAwkward({ api, store }: Keydesk): Promise<{ product: number }> {
  const keys = Array.from({ length: 20 }, (_, index) => unbroken(`AWKWARD${index}`, 40))
  const product = (await api('POST', '/admin/products', {
    name: longName,
    description: unbroken('Nobreak', 180),
    variants: [
      { name: longName, price: 1_000_000, keys },
      { name: rightToLeft, price: 0, keys: [] },
    ],
  })) as Product
  await api('PUT', `/admin/products/${product.id}`, {
    category: 'cheats',
    full_description: `<h2>${longName}</h2><p>${rightToLeft}</p><p>${unbroken('Nobreak', 400)}</p>`,
    instructions: unbroken('Nobreak', 400),
    supported_on: longName,
    faq: [{ question: longName, answer: rightToLeft }],
    updates: [{ title: longName, date: '2026-11-01', description: `<p>${rightToLeft}</p>` }],
  })
  await api('POST', '/admin/products', { name: rightToLeft, description: rightToLeft })

  const referrer = (await store('POST', '/store/users', { username: unbroken('referrer', 100), email: longEmail })) as {
    id: number
    referral_code: string
  }
  await store('POST', '/store/users', { username: rightToLeft, email: 'zero@example.com' })
  const order = (await store('POST', '/store/purchases', {
    customer_email: `b${longEmail}`,
    items: [{ variant_id: product.variants[0]!.id, quantity: 10 }],
    referral_code: referrer.referral_code,
  })) as { id: number }
  await store('POST', `/store/purchases/${order.id}/complete`, { payment_reference: 'awkward' })
  await store('POST', '/store/purchases', {
    customer_email: 'pending@example.com',
    items: [{ variant_id: product.variants[0]!.id, quantity: 1 }],
    referral_code: referrer.referral_code,
  })
  await store('POST', `/store/users/${referrer.id}/payouts`, {
    amount: 100_000.99,
    wallet_type: unbroken('WALLET', 50),
    wallet_address: unbroken('4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkb', 95),
  })

  const expires = new Date(Date.now() + 86_400_000).toISOString()
  const coupon = { discount_type: 'fixed_amount', discount_value: 1_000_000, expiration_date: expires, max_usage_per_user: 1 }
  await api('POST', '/admin/coupons', {
    ...coupon,
    code: unbroken('WIDE-CODE', 40),
    max_usage: 1_000_000,
    applicable_to_all: false,
    applicable_products: [product.id],
  })
  await api('POST', '/admin/announcements', { title: longName, content: unbroken('Nobreak', 2_000) })
  await api('POST', '/admin/announcements', { title: rightToLeft, content: `${rightToLeft}. `.repeat(20) })
  return { product: product.id }
}
