import { screen, within } from '@testing-library/react'
import { type Shop, startShop } from '../../../test/start-shop.tsx'
import { OrdersPage } from './page.tsx'

export const start = (options?: Parameters<typeof startShop>[2]) => startShop(<OrdersPage />, '/purchases/orders', options)
export const drawerOf = async (id: number) => within(await screen.findByRole('dialog', { name: `Order #${id}` }))

/** A paid order of two lines with a coupon of 10 % and a referral of 5 %. */
export async function sell(shop: Shop) {
  const { variants } = await shop.addProduct('Aurora', [
    { name: 'Day', price: 10, keys: ['DAY-SECRET-1', 'DAY-SECRET-2'] },
    { name: 'Month', price: 80, keys: ['MONTH-SECRET'] },
  ])
  await shop.addCoupon('SUMMER')
  const mira = await shop.store<{ referral_code: string }>('/users', { username: 'mira', email: 'mira@example.com' })
  const order = await shop.buy(
    [
      [variants[0]!.id, 2],
      [variants[1]!.id, 1],
    ],
    { coupon_code: 'SUMMER', referral_code: mira.referral_code },
  )
  await shop.complete(order.id, 'pay-4711')
  return order.id
}

export async function reserve(shop: Shop) {
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1', 'DAY-2', 'DAY-3'] }])
  return (await shop.buy([[variants[0]!.id, 2]])).id
}
