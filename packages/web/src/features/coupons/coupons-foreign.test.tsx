import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { CouponsPage } from './coupons-page.tsx'
import { cellsOf, rowOf } from './testing.tsx'

/** As the specification describes a coupon, and not a field more; products may come as objects. */
const bare = {
  id: 4,
  code: 'SUMMER',
  discount_type: 'fixed_amount',
  discount_value: 5,
  expiration_date: null,
  max_usage: 10,
  max_usage_per_user: 1,
  current_usage: 2,
  applicable_to_all: false,
  applicable_products: [{ id: 7 }, 8],
  is_active: true,
  created_at: '2026-11-20T12:00:00.000Z',
}

test('a host that knows only the specification: every column, and an action whose answer says nothing', async () => {
  const { user, requests } = await renderForeign(<CouponsPage />, {
    url: '/coupons',
    answers: {
      'GET /admin/coupons': { data: [bare] },
      'GET /admin/products': { data: [{ id: 7, name: 'Aurora', variants: [] }] },
      'POST /admin/coupons/4/deactivate': 'ok',
    },
  })
  const row = await rowOf('SUMMER')
  await waitFor(() => expect(cellsOf(row).slice(0, 6)).toEqual(['SUMMER', '$5', 'No expiry', '2 / 10', 'Active', 'Aurora, #8']))
  expect(requests).toContain('GET /admin/coupons?include_expired=true')
  await user.click(within(row).getByRole('button', { name: 'Deactivate' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('Coupon deactivated successfully')).toBeTruthy()
})

test('a product that is gone can still be taken off', async () => {
  const { user } = await renderForeign(<CouponsPage />, {
    url: '/coupons',
    answers: { 'GET /admin/coupons': { data: [bare] }, 'GET /admin/products': { data: [{ id: 7, name: 'Aurora' }] } },
  })
  await user.click(within(await rowOf('SUMMER')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Coupon' }))
  expect(dialog.getByText('2 products selected')).toBeTruthy()
  await user.click(dialog.getByLabelText('#8, no longer there'))
  expect(dialog.getByText('1 product selected')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByText('Expiration date is required')).toBeTruthy()
})
