import { screen, within } from '@testing-library/react'
import { startShop } from '../../../test/start-shop.tsx'
import { ReferralsPage } from './page.tsx'

interface Created {
  readonly id: number
}

interface CreatedUser extends Created {
  readonly referral_code: string
}

/** Starts a server for the page, with a storefront that adds orders. */
export async function startReferrals() {
  const shop = await startShop(<ReferralsPage />, '/referrals')
  const { store } = shop
  let sold = 0
  return {
    ...shop,
    open: (tab?: string) => shop.go(tab === undefined ? {} : { tab }),
    addUser: (username: string) => store<CreatedUser>('/users', { username, email: `${username}@example.com` }),
    /** The order is pending unless completed. The customer pays $95 of $100; the commission is $9.50. */
    async buyWith(code: string, { isCompleted = false } = {}) {
      const { variants } = await shop.addProduct('Aurora', [{ name: 'Month', price: 100, keys: [`KEY-${++sold}`] }])
      const order = await shop.buy([[variants[0]!.id, 1]], { customer_email: 'buyer@example.com', referral_code: code })
      if (isCompleted) await shop.complete(order.id)
      return order
    },
    askPayout: (userId: number, amount: number) =>
      store<Created>(`/users/${userId}/payouts`, { amount, wallet_type: 'Bitcoin', wallet_address: 'bc1qexample' }),
  }
}

export const rowWith = async (text: string) => within((await screen.findByText(text, { selector: 'td, td *' })).closest('tr')!)

export const cellsOf = (row: Awaited<ReturnType<typeof rowWith>>) => row.getAllByRole('cell').map((cell) => cell.textContent)

export const heads = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
