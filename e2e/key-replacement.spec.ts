import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { moveTo } from './support/keyboard.ts'
import { addProduct, demoKeys, sell } from './support/keys.ts'
import { Presses } from './support/presses.ts'
import { expect, signIn, test } from './support/test.ts'

test('a key that a customer reports is replaced in at most 5 presses, and is in no address', async ({ page, keydesk }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { variantId } = await addProduct(keydesk, 'Replaceable', demoKeys('GIVEN', 3))
  const order = await sell(keydesk, variantId)
  const [old] = order.items[0]!.keys
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await signIn(page, keydesk)
  const presses = new Presses()
  const dialog = page.getByRole('dialog', { name: 'Replace key' })

  await presses.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }))
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await presses.click(search)
  // What is no key is no error in the console either.
  await page.keyboard.insertText('NO-SUCH-KEY')
  await expect(page.getByText('No orders match')).toBeVisible()
  await search.press('Control+a')
  await page.keyboard.insertText(old!)
  await expect(page.getByRole('list', { name: 'Key history' }).getByRole('listitem')).toHaveCount(3)
  await presses.click(page.getByRole('button', { name: 'Replace key' }))
  await presses.click(dialog.getByRole('button', { name: 'Replace key' }))
  const replaced = page.getByRole('dialog', { name: 'Key replaced' })
  await presses.click(replaced.getByRole('button', { name: 'Copy reply' }))
  expect(presses.count).toBeLessThanOrEqual(5)
  const reply = await page.evaluate(() => navigator.clipboard.readText())
  expect(reply).toContain('GIVEN-DEMO-0002')
  expect(reply).toContain('Replaceable - Month did not work')
  await takePicture(replaced, 'replaced')
  await replaced.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Replaced by another key: Not working')).toBeVisible()
  await takePicture(page.getByRole('region', { name: 'Key history' }), 'key-history')
  expect(addresses.filter((address) => address.includes(old!))).toEqual([])

  await test.step('the drawer shows both, and by keyboard alone the key is replaced again', async () => {
    await page.getByRole('link', { name: `#${order.id}`, exact: true }).press('Enter')
    const drawer = page.getByRole('dialog', { name: `Order #${order.id}` })
    await expect(drawer.getByRole('region', { name: 'Replaced keys' })).toContainText('Not working')
    await expectNoAxeViolationsAtBothWidths(page)
    await moveTo(page, drawer.getByRole('button', { name: 'Replace', exact: true }), 'Tab')
    await page.keyboard.press('Enter')
    await takePicture(dialog, 'replace')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByLabel('Reason')).toHaveValue('wrong_region')
    await moveTo(page, dialog.getByLabel('Note'), 'Tab')
    await page.keyboard.type('Bought for Japan')
    await moveTo(page, dialog.getByRole('button', { name: 'Replace key' }), 'Tab')
    await page.keyboard.press('Enter')
    await expect(replaced).toContainText('GIVEN-DEMO-0003')
    await moveTo(page, replaced.getByRole('button', { name: 'Done' }), 'Tab')
    await page.keyboard.press('Enter')
    await expect(replaced).toBeHidden()
    await expect(drawer.getByRole('region', { name: 'Replaced keys' })).toContainText('Bought for Japan')
    // The button that opened the dialog is gone with its key.
    await expect.poll(() => drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  })
})

test.describe('with nothing left', () => {
  test.use({ allowedErrors: [/status of 409/] })

  test('a key cannot be replaced without another, nor twice, and the dialog says why', async ({ page, keydesk }) => {
    const { variantId } = await addProduct(keydesk, 'Short', demoKeys('SHORT', 1))
    const order = await sell(keydesk, variantId)
    await signIn(page, keydesk, `/purchases/orders?order=${order.id}`)
    const drawer = page.getByRole('dialog', { name: `Order #${order.id}` })
    const dialog = page.getByRole('dialog', { name: 'Replace key' })
    await drawer.getByRole('button', { name: 'Replace', exact: true }).click()
    await dialog.getByRole('button', { name: 'Replace key' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('No key of this variant is left to replace it with')
    const { keys } = (await keydesk.api('GET', `/admin/purchases/orders/${order.id}`)) as { keys: { id: number }[] }
    await keydesk.api('POST', `/admin/variants/${variantId}/key-imports`, { name: 'More', values: demoKeys('MORE', 2) })
    await keydesk.api('POST', `/admin/purchases/orders/${order.id}/keys/${keys[0]!.id}/replace`, { reason: 'other' })
    await dialog.getByRole('button', { name: 'Replace key' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('This key was replaced already')
    await page.keyboard.press('Escape')
    await expect(drawer.getByRole('region', { name: 'Replaced keys' })).toBeVisible()
  })
})
