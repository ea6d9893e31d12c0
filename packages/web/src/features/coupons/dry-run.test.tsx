import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { describeDryRun, warnOfDryRun } from './format.ts'
import { rowOf, startCoupons } from './testing.tsx'

const none = { orders: 0, applied: 0, cost: 0, lowest_total: null, revenue: 0 }

test('the sentence and the warnings', () => {
  expect(describeDryRun(none)).toBe('No orders were completed in this period.')
  expect(describeDryRun({ ...none, orders: 1 })).toBe('Would have applied to none of 1 order.')
  const some = { orders: 1240, applied: 1031, cost: 212.4, lowest_total: 0.5, revenue: 5000 }
  expect(describeDryRun(some)).toBe('Would have applied to 1,031 of 1,240 orders, cost $212.40, lowest total $0.50.')
  expect(warnOfDryRun(some)).toEqual([])
  expect(warnOfDryRun({ ...some, cost: 2500 })).toEqual([])
  // These orders were free without the coupon.
  expect(warnOfDryRun({ ...some, lowest_total: 0, cost: 0 })).toEqual([])
  expect(warnOfDryRun({ ...some, lowest_total: 0, cost: 2500.01 })).toEqual([
    'It makes at least one order free.',
    'It costs more than half of the revenue of these days, which is $5,000.00.',
  ])
})

test('the dialog tries the typed coupon on past orders, shows its problems like a save, and drops the result on a change', async () => {
  const started = await startCoupons()
  const { user, addProduct, buy, complete, sent } = started
  const { variants } = await addProduct('Aurora', [{ name: 'Month', price: 40, keys: ['KEY-1', 'KEY-2'] }])
  await complete((await buy([[variants[0]!.id, 1]], { customer_email: 'ann@example.com' })).id)
  await complete((await buy([[variants[0]!.id, 1]], { customer_email: 'ann@example.com' })).id)
  await started.open()
  await user.click(await screen.findByRole('button', { name: 'Create Coupon' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Coupon' }))
  const tryIt = () => user.click(dialog.getByRole('button', { name: 'Try on the last 30 days' }))

  await tryIt()
  expect(await dialog.findByText('Code is required')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Code'))
  expect(sent('POST')).toEqual([])
  await user.type(dialog.getByLabelText('Code'), 'HALF')
  expect(dialog.queryByText('Code is required')).toBeNull()
  fireEvent.input(dialog.getByLabelText('Discount Value'), { target: { value: '25' } })
  await user.click(dialog.getByLabelText('Applicable to All Products'))
  await tryIt()
  expect(await dialog.findByText('Would have applied to 1 of 2 orders, cost $10.00, lowest total $30.00.')).toBeTruthy()

  fireEvent.input(dialog.getByLabelText('Discount Value'), { target: { value: '100' } })
  expect(dialog.queryByText(/^Would have applied/)).toBeNull()
  fireEvent.input(dialog.getByLabelText('Max Usage Per User'), { target: { value: '0' } })
  await tryIt()
  expect(await dialog.findByText('Would have applied to 2 of 2 orders, cost $80.00, lowest total $0.00.')).toBeTruthy()
  expect(dialog.getByText('It makes at least one order free.')).toBeTruthy()
  expect(dialog.getByText('It costs more than half of the revenue of these days, which is $80.00.')).toBeTruthy()
  expect(await started.list()).toEqual([])
})

test('tries the coupon on the orders of another period, or of any days', async () => {
  const started = await startCoupons()
  const { user } = started
  const { variants } = await started.addProduct('Aurora', [{ name: 'Month', price: 40, keys: ['KEY-1', 'KEY-2'] }])
  const now = started.server.clock.at
  started.server.clock.at = new Date('2029-06-15T12:00:00.000Z')
  await started.complete((await started.buy([[variants[0]!.id, 1]])).id)
  started.server.clock.at = now
  await started.addCoupon('HALF', { discount_value: 25 })
  await started.open()
  await user.click(within(await rowOf('HALF')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Coupon' }))
  await user.click(dialog.getByRole('button', { name: 'Try on the last 30 days' }))
  expect(await dialog.findByText('No orders were completed in this period.')).toBeTruthy()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Orders to try it on' }), 'The last 365 days')
  expect(dialog.queryByText('No orders were completed in this period.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Try on the last 365 days' }))
  expect(await dialog.findByText('Would have applied to 1 of 1 order, cost $10.00, lowest total $30.00.')).toBeTruthy()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Orders to try it on' }), 'Other days')
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2025-06-15' } })
  fireEvent.change(dialog.getByLabelText('To'), { target: { value: '2025-06-15' } })
  await user.click(dialog.getByRole('button', { name: 'Try on other days' }))
  expect(await dialog.findByText('No orders were completed in this period.')).toBeTruthy()
  expect(started.sent('POST', /dry-run/).at(-1)!.url).toContain('from=2025-06-15&to=2025-06-15&time_zone=UTC')
})

test('a coupon that starts later shows its start in its row and dialog, and a save keeps it', async () => {
  const started = await startCoupons()
  const { user, sent } = started
  const coupon = {
    ...{ code: 'SOON', discount_type: 'percentage', discount_value: 10, expiration_date: '2031-01-01T00:00:00.000Z' },
    ...{ max_usage: 0, max_usage_per_user: 1, applicable_to_all: true, applicable_products: [], starts_at: '2030-06-01T12:00:30.000Z' },
  }
  await started.call('POST', '/admin/coupons', coupon)
  await started.open()
  const row = within(await rowOf('SOON'))
  expect(row.getByText('Active').className).not.toMatch(/green|yellow|red/)
  expect(row.getByText(/^Starts/).textContent).toBe('Starts Jun 1, 2030')
  await user.click(row.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Coupon' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Starts').value).toBe('2030-06-01T12:00')
  await user.type(dialog.getByLabelText('Code'), 'ER')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ ...coupon, code: 'SOONER', version: 1 }])
})

test('an answer about an earlier form is not shown for the next one', async () => {
  const started = await startCoupons()
  const { user, addProduct, buy, complete, network } = started
  const { variants } = await addProduct('Aurora', [{ name: 'Month', price: 40, keys: ['KEY-1'] }])
  await complete((await buy([[variants[0]!.id, 1]], { customer_email: 'ann@example.com' })).id)
  await started.open()
  await user.click(await screen.findByRole('button', { name: 'Create Coupon' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Coupon' }))
  await user.type(dialog.getByLabelText('Code'), 'HALF')
  await user.click(dialog.getByLabelText('Applicable to All Products'))
  fireEvent.input(dialog.getByLabelText('Discount Value'), { target: { value: '10' } })
  const tryIt = () => user.click(dialog.getByRole('button', { name: 'Try on the last 30 days' }))
  const answerFirst = network.holdNext(/POST .*dry-run/)
  await tryIt()
  fireEvent.input(dialog.getByLabelText('Discount Value'), { target: { value: '50' } })
  const answerSecond = network.holdNext(/POST .*dry-run/)
  await tryIt()
  answerFirst()
  answerSecond()
  expect(await dialog.findByText('Would have applied to 1 of 1 order, cost $20.00, lowest total $20.00.')).toBeTruthy()
})
