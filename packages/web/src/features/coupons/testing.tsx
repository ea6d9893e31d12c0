import type { Coupon } from '@keydesk/contract'
import { screen, within } from '@testing-library/react'
import { startShop } from '../../../test/start-shop.tsx'
import { CouponsPage } from './page.tsx'

/** Starts beside the page, with coupons and products to fill the database with. */
export async function startCoupons() {
  const started = await startShop(<CouponsPage />, '/coupons')
  return {
    ...started,
    list: async (): Promise<Coupon[]> => (await started.call('GET', '/admin/coupons'))['data'],
    open: () => started.go(),
  }
}

/** The row of a coupon, by its code. */
export const rowOf = async (code: string) => (await screen.findByText(code, { selector: 'td *' })).closest('tr')!

export const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

/** The codes in the table, from the top. */
export const codes = () =>
  within(screen.getByRole('table', { name: 'All Coupons' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent)
