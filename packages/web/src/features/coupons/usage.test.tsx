import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startCoupons } from './testing.tsx'

test('the uses of a coupon open its figures, which are in the address and link to its orders', async () => {
  const shop = await startCoupons()
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['A', 'B', 'C', 'D', 'E'] }])
  const { id } = await shop.addCoupon('SUMMER', { max_usage_per_user: 0 })
  const order = await shop.buy([[variants[0]!.id, 3]], { coupon_code: 'SUMMER' })
  await shop.complete(order.id)
  await shop.store(`/purchases/${order.id}/refund`, { items: [{ id: order.items[0]!.id, quantity: 1 }] })
  // Neither a pending order nor one that was refunded as a whole is counted.
  await shop.buy([[variants[0]!.id, 1]], { coupon_code: 'SUMMER' })
  const refunded = await shop.buy([[variants[0]!.id, 1]], { coupon_code: 'SUMMER' })
  await shop.complete(refunded.id)
  await shop.store(`/purchases/${refunded.id}/refund`, {})
  await shop.open()
  await shop.user.click(await screen.findByRole('link', { name: /^Usage of SUMMER/ }))
  expect(shop.router.state.location.search).toEqual({ usage: String(id) })
  const drawer = within(await screen.findByRole('dialog', { name: 'Usage of SUMMER' }))
  expect((await drawer.findByText('Revenue', { selector: 'dt' })).nextElementSibling!.textContent).toBe('$18.00')
  expect(drawer.getByText('Discount given').nextElementSibling!.textContent).toBe('$2.00')
  expect(drawer.getByText('Orders', { selector: 'dt' }).nextElementSibling!.textContent).toBe('1')
  expect(drawer.getByRole('img', { name: 'Orders by day, at most 1 order on a day' })).toBeTruthy()
  const days = within(drawer.getByRole('table', { name: 'Days' })).getAllByRole('row')
  expect(days.map((day) => [...day.children].map(({ textContent }) => textContent))).toEqual([
    ['Date', 'Orders', 'Revenue', 'Discount'],
    ['Jan 1', '1', '$18.00', '$2.00'],
  ])
  const newest = within(await drawer.findByRole('region', { name: 'Newest orders' }))
  const link = await newest.findByRole('link', { name: `#${order.id}` })
  expect(link.getAttribute('href')).toBe(`/purchases/orders?order=${order.id}`)
  expect(newest.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `#${order.id}completedpartly refunded1/1/2030$27.00${order.customer_email}`,
  ])
  const href = drawer.getByRole('link', { name: 'Show its orders' }).getAttribute('href')!
  expect(href).toBe(`/purchases/orders?coupon=${id}&status=completed`)
  const { coupon, status } = Object.fromEntries(new URL(href, 'http://shop').searchParams)
  const listed: { id: number }[] = (await shop.call('GET', `/admin/purchases/orders?coupon_id=${coupon}&status=${status}`))['data']
  expect(listed.map((one) => one.id)).toEqual([order.id])
  await shop.user.click(drawer.getByRole('radio', { name: '365 days' }))
  await waitFor(() => expect(drawer.getByRole<HTMLInputElement>('radio', { name: '365 days' }).checked).toBe(true))
  expect(await drawer.findByRole('cell', { name: 'Jan 1, 2030' })).toBeTruthy()
  expect(drawer.getByRole('figure').textContent).toBe('Jan 2, 2029Jan 1, 2030')
  await shop.user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shop.router.state.location.search).toEqual({})
})

test('a coupon that was never used says so, and an unknown id is not found', async () => {
  const shop = await startCoupons()
  const { id } = await shop.addCoupon('WINTER')
  await shop.go({ usage: id })
  expect(await screen.findByText('No completed order used it in these 30 days.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Newest orders' })).toBeNull()
  await shop.go({ usage: 99 })
  expect(await screen.findByText('Coupon not found')).toBeTruthy()
})
