import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startShop } from '../../../test/start-shop.tsx'
import { useSearchParams } from '../../kit/search-params.ts'
import { CustomerDrawer } from './drawer.tsx'

/** The customer in the address. */
function Page() {
  const { customer } = useSearchParams()
  return customer === undefined ? null : <CustomerDrawer named={customer} onClose={() => undefined} />
}

const searchOf = (link: HTMLElement) => new URL(link.getAttribute('href')!, location.origin).search

test.each([
  { path: '/purchases/orders', search: '?q=exa&status=completed&order=1' },
  { path: '/referrals', search: '?order=1' },
])('the link of an order of a customer keeps the filters of Orders, and those of no other screen: $path', async ({ path, search }) => {
  const shop = await startShop(<Page />, path)
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1'] }])
  const { id } = await shop.buy([[variants[0]!.id, 1]])
  await shop.complete(id)
  await shop.go({ q: 'exa', status: 'completed', customer: `order-${id}` })
  const customer = within(await screen.findByRole('dialog', { name: 'ann@example.com' }))
  // One link is that of the order, one that of its key.
  const links = await customer.findAllByRole('link', { name: `#${id}` })
  expect(links.map(searchOf)).toEqual([search, search])
  await shop.user.click(links[1]!)
  expect(shop.router.state.location.href).toBe(`/purchases/orders${search}`)
})
