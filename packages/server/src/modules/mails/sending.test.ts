import { startMailbox } from '@keydesk/stand-in'
import { expect, test } from 'vitest'
import { makeStock, openShop } from '../../testing/shop.ts'
import { createTestApp } from '../../testing.ts'

test('smoke', async () => {
  const mailbox = await startMailbox()
  const app = await createTestApp({ mail: { url: mailbox.url } })
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  await shop.sell({ [variant.id]: 2 })
  await expect.poll(() => mailbox.mails.length).toBe(1)
  console.log(mailbox.mails[0]!.raw, app.logged)
  await mailbox.close()
})
