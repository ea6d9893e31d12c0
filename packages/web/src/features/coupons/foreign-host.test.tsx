import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { CouponsPage } from './page.tsx'
import { cellsOf, codes, rowOf } from './testing.tsx'

/** A coupon with only the fields that a foreign host must send; products may come as objects. */
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
const aurora = { id: 7, name: 'Aurora', variants: [] }

const open = (rows: readonly unknown[], answers: Readonly<Record<string, unknown>> = {}) =>
  renderForeign(<CouponsPage />, {
    url: '/coupons',
    answers: { 'GET /admin/coupons': { data: rows }, 'GET /admin/products': { data: [aurora] }, ...answers },
  })

async function openEditor(user: Awaited<ReturnType<typeof open>>['user'], code: string) {
  await user.click(within(await rowOf(code)).getByRole('button', { name: 'Edit' }))
  return within(await screen.findByRole('dialog', { name: 'Edit Coupon' }))
}

test('a host that knows only the basic calls: every column, and an action with an empty answer', async () => {
  const { user, requests } = await open([bare], { 'POST /admin/coupons/4/deactivate': 'ok' })
  const row = await rowOf('SUMMER')
  await waitFor(() => expect(cellsOf(row).slice(0, 6)).toEqual(['SUMMER', '$5', 'No expiry', '2 / 10', 'Active', 'Aurora, #8']))
  expect(requests).toEqual(expect.arrayContaining(['GET /admin/coupons?include_expired=true']))
  expect(within(row).queryByRole('link')).toBeNull()
  await user.click(within(row).getByRole('button', { name: 'Deactivate' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('Coupon deactivated successfully')).toBeTruthy()
})

test('a deleted product can still be removed', async () => {
  const { user } = await open([bare])
  const dialog = await openEditor(user, 'SUMMER')
  expect(dialog.getByText('2 products selected')).toBeTruthy()
  await user.click(dialog.getByLabelText('#8, no longer there'))
  expect(dialog.getByText('1 product selected')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Expiration date is required')).toBeTruthy()
})

test('numbers and flags that are sent as text are shown as such, and go back as numbers', async () => {
  const texts = {
    ...{ id: '4', discount_value: '12.50', max_usage: '10', max_usage_per_user: '3', current_usage: '2', is_active: '1' },
    ...{ applicable_products: ['7', { id: '8', name: 'Comet' }], expiration_date: '2099-01-31 10:00:00Z' },
  }
  const { user, bodies } = await open([{ ...bare, ...texts }], { 'PUT /admin/coupons/4': 'ok' })
  const row = await rowOf('SUMMER')
  await waitFor(() => expect(cellsOf(row).slice(1, 6)).toEqual(['$12.50', 'Jan 31, 2099', '2 / 10', 'Active', 'Aurora, Comet']))
  const dialog = await openEditor(user, 'SUMMER')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Discount Value/).value).toBe('12.5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  expect(bodies('PUT /admin/coupons/4')).toEqual([
    {
      ...{ code: 'SUMMER', discount_type: 'fixed_amount', discount_value: 12.5, expiration_date: '2099-01-31T10:00:00.000Z' },
      ...{ max_usage: 10, max_usage_per_user: 3, applicable_to_all: false, applicable_products: [7, 8] },
    },
  ])
})

test('an unknown type is shown unchanged, and saved unchanged unless another one is chosen', async () => {
  const bogo = { ...bare, discount_type: 'bogo', discount_value: 0, expiration_date: '2099-01-31T10:00:00.000Z' }
  const { user, bodies } = await open([bogo], { 'PUT /admin/coupons/4': 'ok' })
  await waitFor(async () => expect(cellsOf(await rowOf('SUMMER'))[1]).toBe('bogo'))
  const dialog = await openEditor(user, 'SUMMER')
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Discount Type' }).value).toBe('bogo')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  expect(bodies('PUT /admin/coupons/4')).toMatchObject([{ discount_type: 'bogo', discount_value: 0 }])

  const again = await openEditor(user, 'SUMMER')
  const type = again.getByRole('combobox', { name: 'Discount Type' })
  const offered = () =>
    within(type)
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(offered()).toEqual(['Percentage', 'Fixed Amount', 'Free Licence', 'bogo'])
  await user.selectOptions(type, 'Free Licence')
  expect(offered()).toContain('bogo')
  await user.click(screen.getByRole('option', { name: 'Free Licence' }))
  await user.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies('PUT /admin/coupons/4')).toHaveLength(2))
  expect(bodies('PUT /admin/coupons/4')[1]).toMatchObject({ discount_type: 'free_license', discount_value: 100 })
})

test.each([
  ['in an envelope', (rows: unknown) => ({ data: rows, meta: null })],
  ['bare', (rows: unknown) => rows],
])('a bad row is left out alone, in a list %s', async (_, wrap) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const rows = [bare, null, 'SPRING', { ...bare, id: 'four', code: 'WINTER' }, { ...bare, id: 5, code: 'AUTUMN', created_at: 'yesterday' }]
  await open([], { 'GET /admin/coupons': wrap(rows) })
  await rowOf('SUMMER')
  expect(codes()).toEqual(['SUMMER', 'AUTUMN'])
  expect(screen.getByText('2 coupons')).toBeTruthy()
})

test('a save that is refused without a message says that it failed', async () => {
  const { user } = await open([{ ...bare, expiration_date: '2099-01-31T10:00:00.000Z' }])
  const dialog = await openEditor(user, 'SUMMER')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to update coupon')).toBeTruthy()
})

test('an answer that is not a list is a failure', async () => {
  await open([], { 'GET /admin/coupons': { data: 'none' } })
  expect((await screen.findAllByText('Failed to fetch coupons')).length).toBeGreaterThan(0)
})
