import { screen, within } from '@testing-library/react'
import { startBeside } from '../../../test/start-beside.tsx'
import { openStorefront } from '../../../test/storefront.ts'
import { ReferralsPage } from './referrals-page.tsx'

interface Created {
  readonly id: number
  readonly referral_code: string
}

/** Starts beside the page, with a storefront to fill the database with. */
export async function startReferrals() {
  const started = await startBeside(<ReferralsPage />, '/referrals')
  const { server, call } = started
  const storefront = await openStorefront(server)
  const store = async (url: string, body: object): Promise<Created> => storefront('POST', url, body)
  return {
    ...started,
    open: (tab?: string) => started.go('/referrals', tab === undefined ? {} : { tab }),
    addUser: (username: string) => store('/store/users', { username, email: `${username}@example.com` }),
    /** Pending until it is completed. The customer pays $95 of $100, of which $9.50 is commission. */
    async buyWith(code: string, { isCompleted = false } = {}) {
      const variants = [{ name: 'Month', price: 100, keys: ['A', 'B'] }]
      const made = (await call('POST', '/admin/products', { name: 'Aurora', description: '', variants }))['data'] as { variants: [Created] }
      const items = [{ variant_id: made.variants[0].id, quantity: 1 }]
      const order = await store('/store/purchases', { customer_email: 'buyer@example.com', items, referral_code: code })
      if (isCompleted) await store(`/store/purchases/${order.id}/complete`, {})
      return order
    },
    askPayout: (userId: number, amount: number) =>
      store(`/store/users/${userId}/payouts`, { amount, wallet_type: 'Bitcoin', wallet_address: 'bc1qexample' }),
  }
}

export const rowWith = async (text: string) => within((await screen.findByText(text, { selector: 'td, td *' })).closest('tr')!)

export const cellsOf = (row: Awaited<ReturnType<typeof rowWith>>) => row.getAllByRole('cell').map((cell) => cell.textContent)

export const heads = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
