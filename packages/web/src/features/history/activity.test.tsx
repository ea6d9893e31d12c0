import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test/render-page.tsx'
import { startBeside } from '../../../test/start-beside.tsx'
import { startShop } from '../../../test/start-shop.tsx'
import { shownToasts } from '../../../test/toasts.ts'
import { ActivityPanel } from './activity.tsx'

const rowOf = (text: RegExp) =>
  waitFor(() => {
    const row = screen.getAllByRole('listitem').find((each) => text.test(each.textContent))
    if (row === undefined) throw new Error(`No row says ${text.source}`)
    return row
  })

test('failed activity can be fetched again; a second restore is refused with the reason', async () => {
  const { user, go, breakTable, call, sent } = await startBeside(<ActivityPanel />, '/activity')
  const mend = await breakTable('activity')
  await go('/activity')
  expect(within(await screen.findByRole('alert')).getByText('Failed to fetch the activity')).toBeTruthy()
  await mend()
  const { data: announcement } = (await call('POST', '/admin/announcements', { title: 'Sale', content: 'Now' })) as { data: { id: number } }
  await call('DELETE', `/admin/announcements/${announcement.id}`)
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  const deleted = await rowOf(/^admin deleted the announcement Sale/)
  // A deleted thing has no link.
  expect(within(deleted).queryByRole('link')).toBeNull()
  const { data: rows } = (await call('GET', '/admin/activity?kind=delete')) as { data: { id: number }[] }
  await call('POST', `/admin/activity/${rows[0]!.id}/restore`, {})
  await user.click(within(deleted).getByRole('button', { name: 'Restore' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Restore Sale?' }))
  await user.click(question.getByRole('button', { name: 'Restore' }))
  expect((await question.findByRole('alert')).textContent).toBe('It is not deleted any more')
  expect(sent('POST')).toHaveLength(1)
})

test('the filter by one thing never has the name of another, also while its rows load', async () => {
  const { user, go, call, network } = await startBeside(<ActivityPanel />, '/activity')
  for (const name of ['One', 'Two']) await call('POST', '/admin/products', { name, description: '', variants: [] })
  await go('/activity')
  await user.click(within(await rowOf(/^admin created the product One/)).getByRole('button', { name: /^Details/ }))
  const release = network.holdNext(/subject_id=/)
  await user.click(screen.getByRole('button', { name: 'Show only activity of this' }))
  const chip = await screen.findByRole('button', { name: /^Only / })
  expect(chip.textContent).not.toContain('Two')
  release()
  await waitFor(() => expect(chip.textContent).toContain('One'))
})

test('failed names of the filter and a failed restore preview show the failure, and Try again loads them', async () => {
  const { user, go, call, network } = await startBeside(<ActivityPanel />, '/activity')
  const { data: product } = (await call('POST', '/admin/products', { name: 'One', description: '', variants: [] })) as {
    data: { id: number }
  }
  await call('PUT', `/admin/products/${product.id}`, { name: 'Two' })
  network.failNext(/activity\/actors/)
  await go('/activity')
  const changed = await rowOf(/from “One” to “Two”/)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch the names of the team')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: 'admin' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()

  await user.click(within(changed).getByRole('button', { name: /^Details: admin changed the name/ }))
  network.failNext(/activity\/\d+\/restore/)
  await user.click(within(changed).getByRole('button', { name: /^Restore this value/ }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Restore the name of Two?' }))
  expect((await question.findByRole('alert')).textContent).toContain('Failed to fetch what it changes')
  expect(question.getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', true)
  await user.click(question.getByRole('button', { name: 'Try again' }))
  expect((await question.findByText('Two')).parentElement?.textContent).toContain('changed toOne')
  expect(question.getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', false)
})

test('a restore starts from the current value, which others have changed since', async () => {
  const { user, go, call } = await startBeside(<ActivityPanel />, '/activity')
  const { data: product } = (await call('POST', '/admin/products', { name: 'One', description: '', variants: [] })) as {
    data: { id: number }
  }
  for (const name of ['Two', 'Three']) await call('PUT', `/admin/products/${product.id}`, { name })
  await go('/activity', { activity_thing: 'product', activity_kind: 'change' })
  const first = await rowOf(/from “One” to “Two”/)
  await user.click(within(first).getByRole('button', { name: /^Details: admin changed the name/ }))
  await user.click(within(first).getByRole('button', { name: /^Restore this value/ }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Restore the name of Two?' }))
  expect((await question.findByText('Three')).parentElement?.textContent).toContain('changed toOne')
  await user.click(question.getByRole('button', { name: 'Restore' }))
  expect(await rowOf(/from “Three” to “One”/)).toBeTruthy()
  expect(shownToasts().join()).toContain('Name restored')
})

test('two presses at once restore once, and the question closes', async () => {
  const { user, go, call, sent } = await startBeside(<ActivityPanel />, '/activity')
  const { data: announcement } = (await call('POST', '/admin/announcements', { title: 'Sale', content: 'Now' })) as { data: { id: number } }
  await call('DELETE', `/admin/announcements/${announcement.id}`)
  await go('/activity')
  await user.click(within(await rowOf(/^admin deleted the announcement Sale/)).getByRole('button', { name: 'Restore' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Restore Sale?' }))
  const button = question.getByRole('button', { name: 'Restore' })
  button.click()
  button.click()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent('POST', /restore/)).toHaveLength(1)
  expect(shownToasts().join()).toContain('Sale')
})

test('a restored announcement says what became of its post', async () => {
  const { user, go, call } = await startBeside(<ActivityPanel />, '/activity')
  const settings = { updates_channel_id: '111111111111111111', notifications_enabled: true }
  await call('PUT', '/admin/discord/settings', settings)
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const posts = { Timed: { publish_at: later }, Due: {}, Quiet: { post_to_discord: false } }
  for (const [title, post] of Object.entries(posts)) {
    const { data } = (await call('POST', '/admin/announcements', { title, content: 'Now', ...post })) as { data: { id: number } }
    await call('DELETE', `/admin/announcements/${data.id}`)
  }
  await go('/activity')
  const restored = async (title: string) => {
    await user.click(within(await rowOf(new RegExp(`^admin deleted the announcement ${title}`))).getByRole('button', { name: 'Restore' }))
    const question = within(await screen.findByRole('alertdialog', { name: `Restore ${title}?` }))
    await user.click(question.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    return (await screen.findByText(new RegExp(`^${title} restored`))).textContent
  }
  expect(await restored('Timed')).toBe('Timed restored, but no longer scheduled')
  expect(await restored('Due')).toBe('Due restored. Nothing is posted to Discord')
  expect(await restored('Quiet')).toBe('Quiet restored')
})

test('the question before a restore shows all changes, and says at once if there is nothing to restore', async () => {
  const { user, go, call } = await startBeside(<ActivityPanel />, '/activity')
  const coupon = { code: 'LAUNCH', discount_type: 'percentage', discount_value: 20, expiration_date: '2099-01-01T00:00:00.000Z' }
  const rest = { max_usage: 0, max_usage_per_user: 0, applicable_to_all: true, applicable_products: [] }
  const { data: made } = (await call('POST', '/admin/coupons', { ...coupon, ...rest })) as { data: { id: number } }
  await call('PUT', `/admin/coupons/${made.id}`, { ...coupon, ...rest, discount_type: 'free_license' })
  await go('/activity', { activity_thing: 'coupon', activity_kind: 'change' })
  const saved = within(await rowOf(/^admin changed .*LAUNCH/))
  await user.click(saved.getByRole('button', { name: /^Details/ }))
  const ask = () => user.click(saved.getByRole('button', { name: 'Restore this value: Discount type before' }))
  await ask()
  const question = within(await screen.findByRole('alertdialog', { name: 'Restore the discount type of LAUNCH?' }))
  const text = async (label: string) => (await question.findByText(label)).nextElementSibling?.textContent
  expect(await text('Discount type')).toBe('Free licensechanged toPercentage')
  expect(await text('Discount value')).toBe('100changed to20')
  await user.click(question.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(shownToasts().join()).toContain('Discount type restored'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await ask()
  const again = within(await screen.findByRole('alertdialog', { name: 'Restore the discount type of LAUNCH?' }))
  expect((await again.findByRole('alert')).textContent).toBe('It has this value already')
  expect(again.getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', true)
})

test('the Stock role reads the history of a variant and restores values, but not deleted things, and has no Activity panel', async () => {
  const { user, router, server } = await renderApp('/products', { role: 'stock' })
  await server.call('POST', '/admin/products', { name: 'One', description: '', variants: [{ name: 'Month', price: 5, keys: [] }] })
  await server.call('PUT', '/admin/variants/1', { price: 6 })
  await router.navigate({ to: '/products/$id', params: { id: 1 }, search: { panel: 'activity', variant: 1, view: 'history' } })
  const history = within(await screen.findByRole('list', { name: 'History' }, { timeout: 5000 }))
  await user.click(history.getByRole('button', { name: /^Details: admin changed the price from/ }))
  expect(await history.findByRole('button', { name: /^Restore this value/ })).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Activity' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete variant Month' }))
  await user.click(await screen.findByRole('button', { name: 'Delete Variant' }))
  await screen.findByText('Variant deleted successfully')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a key that is opened on the page of its order was opened by the customer', async () => {
  const { server, go, addProduct, buy, complete, order } = await startShop(<ActivityPanel />, '/activity')
  const { variants } = await addProduct('Aim', [{ name: 'Day', price: 10, keys: ['DAY-1'] }])
  const { id } = await buy([[variants[0]!.id, 1]])
  const { page_url } = await complete(id)
  const [key] = (await order(id)).keys
  await server.app.inject({ method: 'POST', url: `${new URL(page_url!).pathname}/keys/${key!.id}` })
  await go()
  expect((await rowOf(/opened a key/)).textContent).toMatch(/^The customer opened a key of order #1/)
})

test('the reason of a rejected payout is shown as typed, that of a replaced key as a choice', async () => {
  const { user, go, call, store, addProduct, buy, complete, order } = await startShop(<ActivityPanel />, '/activity')
  const mara = await store<{ id: number; referral_code: string }>('/users', { username: 'mara', email: 'mara@example.com' })
  const { variants } = await addProduct('Aim', [{ name: 'Day', price: 10, keys: ['DAY-1', 'DAY-2'] }])
  const { id } = await buy([[variants[0]!.id, 1]], { referral_code: mara.referral_code })
  await complete(id)
  await store(`/users/${mara.id}/payouts`, { amount: 0.5, wallet_type: 'Bitcoin', wallet_address: 'bc1q' })
  await call('PUT', '/admin/referrals/payout/1/status', { status: 'failed', reason: 'same wallet as user_12' })
  const [key] = (await order(id)).keys
  await call('POST', `/admin/purchases/orders/${id}/keys/${key!.id}/replace`, { reason: 'not_working' })
  await go()
  const reasonIn = async (text: RegExp) => {
    const row = within(await rowOf(text))
    await user.click(row.getByRole('button', { name: /^Details/ }))
    return (await row.findByText('Reason')).nextElementSibling?.textContent
  }
  expect(await reasonIn(/rejected a payout to mara/)).toBe('same wallet as user_12')
  expect(await reasonIn(/replaced a key of order #1/)).toBe('Not working')
})
