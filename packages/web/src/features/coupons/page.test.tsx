import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { formatLongDate } from '../../kit/text/format.ts'
import { cellsOf, codes, rowOf, startCoupons } from './testing.tsx'

test('without coupons the page offers to create one', async () => {
  const { user, open } = await startCoupons()
  await open()
  expect(await screen.findByText('No coupons found')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Coupons')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('All Coupons')
  await user.click(screen.getByRole('button', { name: 'Create your first coupon' }))
  expect(await screen.findByRole('dialog', { name: 'Create Coupon' })).toBeTruthy()
})

test('the table has its seven columns, in their formats, newest first', async () => {
  const { server, open, addCoupon, addProduct, call } = await startCoupons()
  const [aurora, borealis] = [await addProduct('Aurora'), await addProduct('Borealis')]
  await addCoupon('OLD', { discount_type: 'fixed_amount', discount_value: 12.5, max_usage: 50 })
  server.clock.at = new Date('2030-01-01T01:00:00Z')
  const some = await addCoupon('SOME', { discount_value: 15, applicable_to_all: false, applicable_products: [aurora.id, borealis.id] })
  await call('POST', `/admin/coupons/${some.id}/deactivate`)
  server.clock.at = new Date('2030-01-01T02:00:00Z')
  await addCoupon('GIFT', { discount_type: 'free_license', discount_value: 100 })
  await open()

  const row = await rowOf('SOME')
  await within(row).findByText('Aurora, Borealis')
  expect(cellsOf(row).slice(0, 6)).toEqual(['SOME', '15%', formatLongDate('2031-06-01T12:00:00Z'), '0', 'Inactive', 'Aurora, Borealis'])
  expect(formatLongDate('2031-06-01T12:00:00Z')).toMatch(/^(May 31|Jun [12]), 2031$/)
  expect(cellsOf(await rowOf('OLD')).slice(0, 6)).toEqual(['OLD', '$12.50', expect.any(String), '0 / 50', 'Active', 'All Products'])
  expect(cellsOf(await rowOf('GIFT'))[1]).toBe('Free')
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    ...['Code', 'Discount', 'Valid Until', 'Uses', 'Status', 'Applicable Products', 'Actions'],
  ])
  expect(within(await rowOf('OLD')).getByText('Active').className).toContain('text-green')
  expect(within(await rowOf('SOME')).getByText('Inactive').className).not.toMatch(/green|red|yellow/)
  expect(codes()).toEqual(['GIFT', 'SOME', 'OLD'])
})

test('Clear filters clears the status, too', async () => {
  const { user, router, go, addCoupon } = await startCoupons()
  await addCoupon('SUMMER')
  await go({ q: 'zzz', status: 'active' })
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(codes()).toEqual(['SUMMER']))
  expect(router.state.location.search).toEqual({})
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  // Beside the filters while coupons match.
  await go({ q: 'sum', status: 'active' })
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('search and sort are in the address', async () => {
  const { user, router, go, addCoupon, addProduct } = await startCoupons()
  const { id } = await addProduct('Aurora')
  await addCoupon('SUMMER', { discount_value: 30 })
  await addCoupon('WINTER', { discount_value: 5, applicable_to_all: false, applicable_products: [id] })
  await addCoupon('AUTUMN', { discount_value: 20 })
  await go({ q: 'aurora' })
  await rowOf('WINTER')
  await waitFor(() => expect(codes()).toEqual(['WINTER']))
  const search = screen.getByRole('searchbox', { name: 'Search coupons' })
  await user.clear(search)
  await user.type(search, 'umm')
  await waitFor(() => expect(codes()).toEqual(['SUMMER']))
  expect(screen.getByText('1 of 3 coupons')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'umm' }))
  await user.type(search, 'xx')
  expect(await screen.findByText('No coupons match')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(codes()).toEqual(['AUTUMN', 'WINTER', 'SUMMER']))

  await user.click(screen.getByRole('button', { name: 'Discount' }))
  await waitFor(() => expect(codes()).toEqual(['WINTER', 'AUTUMN', 'SUMMER']))
  expect(screen.getByRole('columnheader', { name: 'Discount' }).getAttribute('aria-sort')).toBe('ascending')
  await user.click(screen.getByRole('button', { name: 'Discount' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: '-discount' }))
  expect(codes()).toEqual(['SUMMER', 'AUTUMN', 'WINTER'])
})

test.each([
  [{}, 'Customers can use it again until '],
  [{ starts_at: '2031-01-01T00:00:00.000Z', expiration_date: '2032-01-01T00:00:00.000Z' }, 'Customers can use it from '],
])('the question before activating says when customers can use it: %o', async (terms, sentence) => {
  const { user, open, addCoupon, call } = await startCoupons()
  const { id } = await addCoupon('SUMMER', terms)
  await call('POST', `/admin/coupons/${id}/deactivate`)
  await open()
  await user.click(within(await rowOf('SUMMER')).getByRole('button', { name: 'Activate' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain(sentence)
})

test('deactivating, activating and deleting ask first, with the name of the coupon, and show the result', async () => {
  const { user, open, addCoupon, sent, list } = await startCoupons()
  const { id } = await addCoupon('SUMMER')
  await open()
  const press = async (name: string) => user.click(within(await rowOf('SUMMER')).getByRole('button', { name }))

  await press('Deactivate')
  await screen.findByRole('alertdialog', { name: 'Deactivate coupon SUMMER?' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sent('POST')).toEqual([])
  await press('Deactivate')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('Coupon deactivated successfully')).toBeTruthy()
  await waitFor(async () => expect(within(await rowOf('SUMMER')).getByText('Inactive')).toBeTruthy())

  await press('Activate')
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Activate coupon SUMMER?' })).getByRole('button', { name: 'Activate' }),
  )
  expect(await screen.findByText('Coupon activated successfully')).toBeTruthy()
  await waitFor(async () => expect(within(await rowOf('SUMMER')).getByText('Active')).toBeTruthy())

  await press('Delete')
  const question = await screen.findByRole('alertdialog', { name: 'Delete coupon SUMMER?' })
  expect(question.textContent).toContain('SUMMER is removed from the system entirely')
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Coupon deleted successfully')).toBeTruthy()
  expect(await screen.findByText('No coupons found')).toBeTruthy()
  expect(sent('POST').map(({ url }) => url)).toEqual([`/admin/coupons/${id}/deactivate`, `/admin/coupons/${id}/activate`])
  expect(sent('DELETE').map(({ url }) => url)).toEqual([`/admin/coupons/${id}`])
  expect(await list()).toEqual([])
})

test('each failed action shows its message', async () => {
  const { user, open, addCoupon, breakTable, call } = await startCoupons()
  await addCoupon('SUMMER')
  const off = await addCoupon('WINTER')
  await call('POST', `/admin/coupons/${off.id}/deactivate`)
  await open()
  await rowOf('SUMMER')
  await breakTable('activity')
  for (const [code, name, text] of [
    ['SUMMER', 'Deactivate', 'Failed to deactivate coupon'],
    ['SUMMER', 'Delete', 'Failed to delete coupon'],
    ['WINTER', 'Activate', 'Failed to activate coupon'],
  ] as const) {
    await user.click(within(await rowOf(code)).getByRole('button', { name }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
    expect(await screen.findByText(text)).toBeTruthy()
  }
  expect(codes()).toEqual(['WINTER', 'SUMMER'])
})

test('after a refusal or a lost answer the list shows what is stored', async () => {
  const { user, open, addCoupon, call, network } = await startCoupons()
  await addCoupon('SUMMER')
  const gone = await addCoupon('WINTER')
  await open()
  const press = async (code: string, name: string) => {
    await user.click(within(await rowOf(code)).getByRole('button', { name }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
  }
  await rowOf('WINTER')
  await call('DELETE', `/admin/coupons/${gone.id}`)
  await press('WINTER', 'Delete')
  expect(await screen.findByText('Failed to delete coupon')).toBeTruthy()
  await waitFor(() => expect(codes()).toEqual(['SUMMER']))

  network.loseNext(/POST .*deactivate/)
  await press('SUMMER', 'Deactivate')
  await waitFor(async () => expect(within(await rowOf('SUMMER')).getByText('Inactive')).toBeTruthy())
  network.loseNext(/POST .*activate/)
  await press('SUMMER', 'Activate')
  await waitFor(async () => expect(within(await rowOf('SUMMER')).getByText('Active')).toBeTruthy())

  await user.click(within(await rowOf('SUMMER')).getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Coupon' }))
  await user.type(dialog.getByLabelText('Code'), '2')
  network.loseNext(/PUT .*coupons/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await rowOf('SUMMER2')).toBeTruthy()
})

test('a failure to load coupons shows a toast and an empty list, and Try again loads them', async () => {
  const { user, open, addCoupon, breakTable } = await startCoupons()
  await addCoupon('SUMMER')
  const mend = await breakTable('coupon_product')
  await open()
  expect(await screen.findByText('Failed to fetch coupons')).toBeTruthy()
  expect(screen.getByText('No coupons found')).toBeTruthy()
  await mend()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rowOf('SUMMER')).toBeTruthy()
})

test('a coupon that starts later says when, and the list is filtered by status in the address', async () => {
  const { user, router, open, addCoupon, call } = await startCoupons()
  await addCoupon('NOW')
  await addCoupon('LATER', { starts_at: '2030-12-01T12:00:00.000Z' })
  const off = await addCoupon('OFF')
  await call('POST', `/admin/coupons/${off.id}/deactivate`)
  await open()
  const [, , dates, , status] = cellsOf(await rowOf('LATER'))
  expect([dates, status]).toEqual([expect.stringContaining('Starts Dec 1, 2030'), 'Active'])
  const filter = screen.getByRole('combobox', { name: 'Status' })
  await user.selectOptions(filter, 'Scheduled')
  await waitFor(() => expect(codes()).toEqual(['LATER']))
  expect(router.state.location.search).toEqual({ status: 'scheduled' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Inactive')
  await waitFor(() => expect(codes()).toEqual(['OFF']))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Expired')
  expect(await screen.findByText('No coupons match')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(codes()).toHaveLength(3))
})

test('a coupon that is used up says so beside its uses, and its badge stays', async () => {
  const { user, open, addCoupon, addProduct, buy } = await startCoupons()
  const { variants } = await addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['A'] }])
  await addCoupon('ONCE', { max_usage: 1 })
  await addCoupon('OFTEN')
  await buy([[variants[0]!.id, 1]], { coupon_code: 'ONCE' })
  await open()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Used up')
  await waitFor(() => expect(codes()).toEqual(['ONCE']))
  const [, , , uses, status] = cellsOf(await rowOf('ONCE'))
  expect([uses, status]).toEqual(['used up1 / 1', 'Active'])
  expect(within(await rowOf('ONCE')).getByText('Active').className).not.toMatch(/green|yellow|red/)
})

test('a coupon that a change takes out of the filter leaves the list', async () => {
  const { user, go, addCoupon } = await startCoupons()
  await addCoupon('SUMMER')
  await addCoupon('WINTER')
  await go({ status: 'active' })
  await user.click(within(await rowOf('SUMMER')).getByRole('button', { name: 'Deactivate' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(codes()).toEqual(['WINTER']))
})

test('a coupon that expires while the page is open says so in every list that is fetched after that', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { server, user, open, addCoupon } = await startCoupons()
  await addCoupon('SOON', { expiration_date: '2030-01-01T01:00:00.000Z' })
  await open()
  expect(cellsOf(await rowOf('SOON')).slice(2, 5)).toEqual([formatLongDate('2030-01-01T01:00:00.000Z'), '0', 'Active'])
  server.clock.at = new Date('2030-01-01T02:00:00.000Z')
  vi.setSystemTime(server.clock.at)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Expired')
  await waitFor(async () => expect(cellsOf(await rowOf('SOON'))[2]).toMatch(/^Expired /))
})

test.each([
  ['', {}],
  [', and the address names an order that the server does not know', { sort: 'discount' }],
])('a coupon that has expired says so in the results of a search by the server, which come after the list%s', async (_when, sort) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { server, user, go, addCoupon, sent } = await startCoupons()
  await addCoupon('SOON', { expiration_date: '2030-01-01T01:00:00.000Z' })
  // More than one page.
  for (let index = 0; index < 100; index += 1) await addCoupon(`OTHER-${index}`)
  await go(sort)
  await rowOf('OTHER-99')
  server.clock.at = new Date('2030-01-01T02:00:00.000Z')
  vi.setSystemTime(server.clock.at)
  await user.type(screen.getByRole('searchbox', { name: 'Search coupons' }), 'soon')
  await waitFor(async () => expect(cellsOf(await rowOf('SOON'))[2]).toMatch(/^Expired /))
  // The list was not fetched again.
  expect(sent('GET', /^\/admin\/coupons/).filter(({ url }) => !url.includes('q='))).toHaveLength(1)
})
