import type { Coupon, CouponInput, Product } from '@keydesk/contract'
import { screen, within } from '@testing-library/react'
import { startBeside } from '../../../test/start-beside.tsx'
import { CouponsPage } from './coupons-page.tsx'

/** Starts beside the page, with coupons and products to fill the database with. */
export async function startCoupons() {
  const started = await startBeside(<CouponsPage />, '/coupons')
  return {
    ...started,
    addCoupon: async (code: string, fields: Partial<CouponInput> = {}): Promise<Coupon> =>
      (await started.call('POST', '/admin/coupons', { ...basics, code, ...fields }))['data'],
    addProduct: async (name: string): Promise<Product> =>
      (await started.call('POST', '/admin/products', { name, description: '', variants: [] }))['data'],
    list: async (): Promise<Coupon[]> => (await started.call('GET', '/admin/coupons'))['data'],
    open: () => started.go('/coupons'),
  }
}

const basics: Omit<CouponInput, 'code'> = {
  discount_type: 'percentage',
  discount_value: 10,
  expiration_date: '2031-06-01T12:00:00.000Z',
  max_usage: 0,
  max_usage_per_user: 1,
  applicable_to_all: true,
  applicable_products: [],
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
