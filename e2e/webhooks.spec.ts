import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { moveTo } from './support/keyboard.ts'
import { expectScreen } from './support/screens.ts'
import { startKeydesk } from './support/server.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

/** On a server of its own, which may send to this machine. */
const test = onOwnServer(undefined, () => startKeydesk({ WEBHOOKS_ALLOW_PRIVATE: '1' }))

interface Message {
  readonly headers: Record<string, string>
  readonly body: string
}

async function startReceiver() {
  const messages: Message[] = []
  const state = { status: 204 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      messages.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, host: `127.0.0.1:${port}`, messages, state, stop: () => server.close() }
}

test('an owner makes a webhook by keyboard; a sale arrives, signed, is listed, and is sent again', async ({ page, keydesk }) => {
  const receiver = await startReceiver()
  await signIn(page, keydesk)
  await test.step('the empty panel', async () => {
    await page.getByRole('button', { name: /Account menu/ }).focus()
    await page.keyboard.press('Enter')
    await moveTo(page, page.getByRole('menuitem', { name: 'Settings' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await moveTo(page, page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }), 'Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  })
  const panel = page.getByRole('dialog', { name: 'Settings', exact: true })

  const secret = await test.step('the webhook', async () => {
    await moveTo(page, panel.getByRole('button', { name: 'Create webhook' }), 'Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create webhook' })
    await moveTo(page, dialog.getByLabel('URL'), 'Tab')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('URL is required')).toBeVisible()
    await page.keyboard.type(receiver.url)
    await moveTo(page, dialog.getByLabel(/^order\.refunded/), 'Tab')
    await page.keyboard.press('Space')
    await moveTo(page, dialog.getByRole('button', { name: 'Create', exact: true }), 'Tab')
    await page.keyboard.press('Enter')
    const made = page.getByRole('dialog', { name: 'Webhook created' })
    const shown = await made.getByLabel('Secret', { exact: true }).inputValue()
    expect(shown).toMatch(/^whsec_[\w+/]{43}=$/)
    await moveTo(page, made.getByRole('button', { name: 'I have copied it' }), 'Tab')
    await page.keyboard.press('Enter')
    return shown
  })
  const row = panel.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: receiver.url })
  await expect(row).toContainText('Active')
  await expect(row).toContainText('order.completed')
  await expect(row).not.toContainText('order.refunded')

  await test.step('a sale', async () => {
    await stockProduct(keydesk, { name: 'Northlight', keys: 3, sold: 1 })
    await expect.poll(() => receiver.messages.length).toBe(1)
    const [{ headers, body }] = receiver.messages as [Message]
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'order.completed',
      data: { order_id: 1, status: 'completed', total: 19.99, customer_email: 'ann@example.com' },
    })
    expect(body).not.toContain('NORTHLIGHT-')
  })

  await test.step('its delivery, and once more', async () => {
    await moveTo(page, row.getByRole('button', { name: 'Deliveries' }), 'Tab')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: `Deliveries to ${receiver.host}` })
    const delivery = drawer.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: 'order.completed' })
    await expect(delivery).toContainText('Order 1')
    await expect(delivery).toContainText('Delivered')
    await expect(delivery).toContainText('204')
    await moveTo(page, delivery.getByRole('button', { name: 'Resend order.completed' }), 'Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => receiver.messages.length).toBe(2)
    expect(receiver.messages[1]!.headers['webhook-id']).toBe(receiver.messages[0]!.headers['webhook-id'])
    expect(receiver.messages[1]!.body).toBe(receiver.messages[0]!.body)
    await expect(delivery).toContainText('Before: Delivered (204)')
    receiver.state.status = 410
    await drawer.getByRole('button', { name: 'Send test' }).dblclick()
    await expect(drawer.getByRole('row', { name: 'webhook.test' })).toContainText('The receiver answered 410')
    expect(receiver.messages).toHaveLength(3)
    await drawer.getByRole('radiogroup', { name: 'Status' }).getByText('Failed', { exact: true }).click()
    await expect(delivery).toBeHidden()
    await expectNoAxeViolationsAtBothWidths(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  await test.step('a receiver that is gone disables it, and its history says so', async () => {
    await stockProduct(keydesk, { name: 'Southlight', keys: 1, sold: 1 })
    await expect.poll(() => receiver.messages.length).toBe(4)
    await page.reload()
    await expect(row).toContainText('Disabled')
    await expect(row).toContainText('The receiver answered 410 Gone')
    await expectNoAxeViolationsAtBothWidths(page)
    await page.goto('/coupons?panel=activity')
    await expect(page.getByText(`disabled the webhook ${receiver.host}: The receiver answered 410 Gone`)).toBeVisible()
    await expect(page.getByText(`sent order.completed to the webhook ${receiver.host} again`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectScreen(page, 'Coupons')
  })

  await test.step('another secret, and the end', async () => {
    await page.goto('/coupons?panel=webhooks')
    await row.getByRole('button', { name: /^Rotate/ }).click()
    await page
      .getByRole('dialog', { name: /^Rotate the secret/ })
      .getByRole('button', { name: 'Rotate' })
      .click()
    const rotated = page.getByRole('dialog', { name: 'Secret rotated' })
    expect(await rotated.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret)
    await rotated.getByRole('button', { name: 'I have copied it' }).click()
    await row.getByRole('button', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit webhook' })
    await dialog.getByRole('switch', { name: 'Active' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).not.toContainText('Disabled')
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  })
  receiver.stop()
})
