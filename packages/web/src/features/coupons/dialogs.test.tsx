import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shownToasts } from '../../../test/toasts.ts'
import { cellsOf, codes, rowOf, startCoupons } from './testing.tsx'

type Started = Awaited<ReturnType<typeof startCoupons>>

async function openCreate({ user, open }: Started) {
  await open()
  await user.click(await screen.findByRole('button', { name: 'Create Coupon' }))
  return within(await screen.findByRole('dialog', { name: 'Create Coupon' }))
}

async function openEdit({ user, open }: Started, code: string) {
  await open()
  await user.click(within(await rowOf(code)).getByRole('button', { name: 'Edit' }))
  return within(await screen.findByRole('dialog', { name: 'Edit Coupon' }))
}

type Dialog = Awaited<ReturnType<typeof openCreate>>
const valueOf = (dialog: Dialog, label: string) => dialog.getByLabelText<HTMLInputElement>(label).value
/** Sets the value at once, because typing into a date input is handled by the browser. */
const fill = (dialog: Dialog, label: string, value: string) => fireEvent.input(dialog.getByLabelText(label), { target: { value } })
const chooseType = ({ user }: Started, dialog: Dialog, name: string) => user.selectOptions(dialog.getByLabelText('Discount Type'), name)

test('the dialog opens with its defaults', async () => {
  const started = await startCoupons()
  const dialog = await openCreate(started)
  expect(valueOf(dialog, 'Code')).toBe('')
  expect(valueOf(dialog, 'Discount Type')).toBe('percentage')
  expect(valueOf(dialog, 'Discount Value')).toBe('0')
  const days = (new Date(valueOf(dialog, 'Expiration Date')).getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(27)
  expect(days).toBeLessThan(31.1)
  expect(valueOf(dialog, 'Max Usage')).toBe('0')
  expect(valueOf(dialog, 'Max Usage Per User')).toBe('1')
  expect(dialog.getAllByText('0 means unlimited')).toHaveLength(2)
  expect(dialog.getByRole('switch', { name: 'Applicable to All Products', checked: false })).toBeTruthy()
  expect(await dialog.findByText('No products available. Add products first.')).toBeTruthy()
  await started.user.click(dialog.getByLabelText('Applicable to All Products'))
  expect(dialog.queryByText('No products available. Add products first.')).toBeNull()
})

test('a code with spaces or emoji is possible, with a warning that customers type it', async () => {
  const started = await startCoupons()
  const dialog = await openCreate(started)
  const warning = 'Customers type this code: spaces and emoji are hard to type'
  for (const [code, isHard] of [
    ['SUMMER-24 ', false],
    ['sum mer', true],
    ['SOMMER😀', true],
    ['ÉTÉ', false],
  ] as const) {
    fill(dialog, 'Code', code)
    await waitFor(() => expect(dialog.queryByText(warning) !== null, code).toBe(isHard))
  }
})

test('typing into a number that is 0 replaces the 0, wherever the caret is', async () => {
  const started = await startCoupons()
  const dialog = await openCreate(started)
  for (const label of ['Discount Value', 'Max Usage']) {
    const field = dialog.getByLabelText<HTMLInputElement>(label)
    await started.user.click(field)
    await started.user.keyboard('20')
    expect(field.value, label).toBe('20')
    // This input event comes with no selection.
    fireEvent.input(field, { target: { value: '0' } })
    fireEvent.input(field, { target: { value: '07' } })
    expect(field.value, label).toBe('7')
    fireEvent.input(field, { target: { value: '0.5' } })
    expect(field.value, label).toBe('0.5')
  }
})

test('every rule shows its message at its field, the first wrong field gets the focus, and nothing is sent', async () => {
  const started = await startCoupons()
  const dialog = await openCreate(started)
  fill(dialog, 'Expiration Date', '')
  await started.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Code is required')).toBeTruthy()
  expect(dialog.getByText('Discount value must be greater than 0')).toBeTruthy()
  expect(dialog.getByText('Expiration date is required')).toBeTruthy()
  expect(dialog.getByText('Please select at least one product when coupon is not applicable to all products')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Code'))
  fill(dialog, 'Expiration Date', '2020-01-01T00:00')
  expect(await dialog.findByText('Expiration date must be in the future')).toBeTruthy()
  expect(started.sent('POST')).toEqual([])
})

test('the dialog closes and forgets its draft before the list is fetched again; then the new row appears', async () => {
  const started = await startCoupons()
  const { user, network } = started
  const dialog = await openCreate(started)
  await user.type(dialog.getByLabelText('Code'), 'SUMMER')
  fill(dialog, 'Discount Value', '12.5')
  fill(dialog, 'Expiration Date', '2031-06-01T12:00')
  await user.click(dialog.getByLabelText('Applicable to All Products'))
  const draft = () => localStorage.getItem('draft:ann:coupon:new')
  await waitFor(() => expect(draft()).not.toBeNull())
  const release = network.holdNext(/^GET .*coupons/)
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Coupon created successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(draft()).toBeNull()
  expect(screen.queryByText('SUMMER')).toBeNull()
  release()
  expect(await rowOf('SUMMER')).toBeTruthy()
})

test('a coupon for chosen products is sent in the exact format of the call', async () => {
  const started = await startCoupons()
  const { user, addProduct, sent } = started
  const products = []
  for (let index = 1; index <= 9; index += 1) products.push(await addProduct(`Product ${index}`))
  const dialog = await openCreate(started)
  await user.type(dialog.getByLabelText('Code'), 'SUMMER')
  fill(dialog, 'Discount Value', '12.5')
  fill(dialog, 'Expiration Date', '2031-06-01T12:00')
  fill(dialog, 'Max Usage', '100')
  fill(dialog, 'Max Usage Per User', '')

  await user.type(await dialog.findByRole('searchbox', { name: 'Search products' }), 'product 7')
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
  await user.click(dialog.getByLabelText('Product 7'))
  expect(dialog.getByText('1 product selected')).toBeTruthy()
  await user.clear(dialog.getByRole('searchbox'))
  await user.click(dialog.getByLabelText('Product 2'))
  expect(dialog.getByText('2 products selected')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Create' }))

  expect(await screen.findByText('Coupon created successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await rowOf('SUMMER')).textContent).toContain('Product 2, Product 7')
  expect(sent('POST', '/admin/coupons').map(({ body }) => body)).toEqual([
    {
      code: 'SUMMER',
      discount_type: 'percentage',
      discount_value: 12.5,
      expiration_date: new Date(2031, 5, 1, 12).toISOString(),
      max_usage: 100,
      max_usage_per_user: 0,
      applicable_to_all: false,
      applicable_products: [products[1]!.id, products[6]!.id],
    },
  ])
})

test('Free fixes the value at 100 and disables the field; another type restores the typed value', async () => {
  const started = await startCoupons()
  const dialog = await openCreate(started)
  fill(dialog, 'Discount Value', '15')
  await chooseType(started, dialog, 'Free Licence')
  await waitFor(() => expect(valueOf(dialog, 'Discount Value')).toBe('100'))
  expect(dialog.getByLabelText<HTMLInputElement>('Discount Value').disabled).toBe(true)
  await chooseType(started, dialog, 'Fixed Amount')
  await waitFor(() => expect(valueOf(dialog, 'Discount Value')).toBe('15'))
  await chooseType(started, dialog, 'Free Licence')

  await started.user.type(dialog.getByLabelText('Code'), 'GIFT')
  fill(dialog, 'Expiration Date', '2031-06-01T12:00')
  await started.user.click(dialog.getByLabelText('Applicable to All Products'))
  await started.user.click(dialog.getByRole('button', { name: 'Create' }))
  await rowOf('GIFT')
  expect(started.sent('POST')[0]!.body).toMatchObject({ discount_type: 'free_license', discount_value: 100, applicable_products: [] })
})

test("a refusal shows the server's message, marks the field and keeps what was typed", async () => {
  const started = await startCoupons()
  await started.addCoupon('TWICE')
  const dialog = await openCreate(started)
  await started.user.type(dialog.getByLabelText('Code'), 'twice')
  fill(dialog, 'Discount Value', '5')
  fill(dialog, 'Expiration Date', '2031-06-01T12:00')
  await started.user.click(dialog.getByLabelText('Applicable to All Products'))
  await started.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByRole('textbox', { name: 'Code', description: /Coupon code twice is already in use/ })).toBeTruthy()
  expect(shownToasts()).toEqual(['Coupon code twice is already in use'])
  expect(valueOf(dialog, 'Code')).toBe('twice')
})

test("a failure of the server shows the server's message", async () => {
  const started = await startCoupons()
  const dialog = await openCreate(started)
  await started.user.type(dialog.getByLabelText('Code'), 'NEW')
  fill(dialog, 'Discount Value', '5')
  fill(dialog, 'Expiration Date', '2031-06-01T12:00')
  await started.user.click(dialog.getByLabelText('Applicable to All Products'))
  await started.breakTable('activity')
  await started.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
  expect(shownToasts()).toEqual(['Something went wrong'])
  expect(valueOf(dialog, 'Code')).toBe('NEW')
})

test('a failure to load the products shows on the page and in the dialog', async () => {
  const started = await startCoupons()
  await started.breakTable('product')
  const dialog = await openCreate(started)
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to fetch products')
  expect(shownToasts()).toContain('Failed to fetch productsTry again')
})

test('editing shows the stored coupon and sends all its fields with the version; an expired coupon can be renamed', async () => {
  const started = await startCoupons()
  const { user, server, addCoupon, addProduct, sent, list } = started
  const { id: productId } = await addProduct('Aurora')
  server.clock.at = new Date('2020-01-01T00:00:00Z')
  const { id } = await addCoupon('OLD', {
    expiration_date: '2020-02-01T10:20:30.400Z',
    applicable_to_all: false,
    applicable_products: [productId],
  })
  const dialog = await openEdit(started, 'OLD')
  expect(await dialog.findByText('1 product selected')).toBeTruthy()
  expect(dialog.getByRole('checkbox', { name: 'Aurora', checked: true })).toBeTruthy()
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), 'NEW')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  expect(sent('PUT').map(({ url, body }) => [url, body])).toEqual([
    [
      `/admin/coupons/${id}`,
      {
        code: 'NEW',
        discount_type: 'percentage',
        discount_value: 10,
        expiration_date: '2020-02-01T10:20:30.400Z',
        max_usage: 0,
        max_usage_per_user: 1,
        applicable_to_all: false,
        applicable_products: [productId],
        version: 1,
      },
    ],
  ])
  expect((await list())[0]).toMatchObject({ code: 'NEW', version: 2 })
  expect(cellsOf(await rowOf('NEW'))[2]).toBe('Expired Feb 1, 2020')
  const status = within(await rowOf('NEW')).getByText('Active')
  expect(status.className).not.toMatch(/green|yellow|red/)
})

test('a coupon for a deleted product shows that, and can still be renamed', async () => {
  const started = await startCoupons()
  const { user, call, addCoupon, addProduct, list } = started
  const { id } = await addProduct('Aurora')
  await addCoupon('OLD', { applicable_to_all: false, applicable_products: [id] })
  await call('DELETE', `/admin/products/${id}`)
  const dialog = await openEdit(started, 'OLD')
  expect(await dialog.findByRole('checkbox', { name: `#${id}, no longer there`, checked: true })).toBeTruthy()
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), 'NEW')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  expect((await list())[0]).toMatchObject({ code: 'NEW', applicable_products: [id] })
})

/** Two people edit SUMMER: the other one its limit and value, this one its code and value. */
async function collide() {
  const started = await startCoupons()
  const { user, addCoupon, call, list } = started
  const { id } = await addCoupon('SUMMER')
  const dialog = await openEdit(started, 'SUMMER')
  const { version: _, ...theirs } = (await list())[0]!
  await call('PUT', `/admin/coupons/${id}`, { ...theirs, max_usage: 77, discount_value: 33 })
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), 'MINE')
  fill(dialog, 'Discount Value', '44')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Another save changed this coupon' }))
  return { ...started, question, dialog }
}

test('a stale save can be applied on top: my values for the fields that I edited, theirs for the others', async () => {
  const { user, question, list, sent } = await collide()
  expect(question.getByText('Discount Value and Max Usage')).toBeTruthy()
  expect(clashes()).toEqual(['Discount Value: 33% → 44%'])
  await user.click(question.getByRole('button', { name: 'Apply mine on top' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  expect(shownToasts()).toEqual(['Coupon updated successfully'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await list())[0]).toMatchObject({ code: 'MINE', discount_value: 44, max_usage: 77, version: 3 })
  expect(sent('PUT').map(({ body }) => (body as { version: number }).version)).toEqual([1, 2])
})

/** The lines of the question about the fields that both changed. */
const clashes = () =>
  [...screen.getByText('Edited by you too (theirs → yours)').parentElement!.querySelectorAll('dd')].map((line) => line.textContent)

test.each([
  ['type and value', { discount_type: 'fixed_amount', discount_value: 5 }, '$5 → 25%'],
  ['the type alone', { discount_type: 'fixed_amount' }, '$20 → 25%'],
])('type and value of a discount come from one person: the other changed %s', async (_, theirs, values) => {
  const started = await startCoupons()
  const { user, addCoupon, call, list } = started
  const { id } = await addCoupon('SUMMER', { discount_value: 20 })
  const dialog = await openEdit(started, 'SUMMER')
  const { version: _version, ...stored } = (await list())[0]!
  await call('PUT', `/admin/coupons/${id}`, { ...stored, ...theirs })
  fill(dialog, 'Discount Value', '25')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(clashes()).toEqual(['Discount Type: Fixed Amount → Percentage', `Discount Value: ${values}`])
  await user.click(question.getByRole('button', { name: 'Apply mine on top' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  expect((await list())[0]).toMatchObject({ discount_type: 'percentage', discount_value: 25 })
})

test('the draft of a value has its type too: restored after a change of the type, it is 25 % and the save asks', async () => {
  const started = await startCoupons()
  const { user, addCoupon, call, list, router, queries, open } = started
  const { id } = await addCoupon('SUMMER', { discount_value: 20 })
  const { version: _version, ...stored } = (await list())[0]!
  const before = await openEdit(started, 'SUMMER')
  fill(before, 'Discount Value', '25')
  // Like a lost session: no question.
  await router.navigate({ to: '/beside' as '/', ignoreBlocker: true })
  await call('PUT', `/admin/coupons/${id}`, { ...stored, discount_type: 'fixed_amount' })
  await open()
  void queries.invalidateQueries()
  await screen.findByText('$20')
  const dialog = await openEdit(started, 'SUMMER')
  await user.click(await dialog.findByRole('button', { name: 'Restore' }))
  expect([valueOf(dialog, 'Discount Type'), valueOf(dialog, 'Discount Value')]).toEqual(['percentage', '25'])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alertdialog')
  expect(clashes()).toEqual(['Discount Type: Fixed Amount → Percentage', 'Discount Value: $20 → 25%'])
})

test('a stale save can be discarded for theirs, or editing can go on', async () => {
  const { user, question, dialog } = await collide()
  expect(await screen.findByText('33%')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(valueOf(dialog, 'Code')).toBe('MINE')
  await user.click(await dialog.findByRole('button', { name: 'Save' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(valueOf(dialog, 'Code')).toBe('SUMMER'))
  expect(valueOf(dialog, 'Max Usage')).toBe('77')
  await user.click(await dialog.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(codes()).toEqual(['SUMMER'])
})

test.each([
  ['Percentage', 'percentage', 7.5],
  ['Free Licence', 'free_license', 100],
])('a save whose answer was lost is sent again without a question, as it is stored: %s', async (name, discount_type, discount_value) => {
  const started = await startCoupons()
  const { user, addCoupon, network, list, sent } = started
  await addCoupon('SUMMER')
  const dialog = await openEdit(started, 'SUMMER')
  await user.clear(dialog.getByLabelText('Code'))
  await user.type(dialog.getByLabelText('Code'), ' MINE ')
  fill(dialog, 'Discount Value', '7.50')
  await chooseType(started, dialog, name)
  network.loseNext(/PUT .*coupons/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to update coupon')).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Coupon updated successfully')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent('PUT').map(({ body }) => (body as { version: number }).version)).toEqual([1, 1, 2])
  expect((await list())[0]).toMatchObject({ code: 'MINE', discount_type, discount_value, version: 2 })
})
