import type { Coupon } from '@keydesk/contract'
import { screen, within } from '@testing-library/react'
import { startShop } from '../../../test/start-shop.tsx'
import { CouponsPage } from './page.tsx'

/** Starts a server for the page, with functions that add coupons and products. */
export async function startCoupons() {
  const started = await startShop(<CouponsPage />, '/coupons')
  return {
    ...started,
    list: async (): Promise<Coupon[]> => (await started.call('GET', '/admin/coupons'))['data'],
    open: () => started.go(),
  }
}

export const rowOf = async (code: string) => (await screen.findByText(code, { selector: 'td *' })).closest('tr')!

export const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

/** The codes in the order of the table. */
export const codes = () =>
  within(screen.getByRole('table', { name: 'All Coupons' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent)
