import { expectNoAxeViolations } from './support/axe.ts'
import { withDiscord } from './support/discord.ts'
import { isReached, placesOf } from './support/geometry.ts'
import { openScreen } from './support/screens.ts'
import { expect, signIn } from './support/test.ts'

const [updates, restock] = ['520000000000000001', '520000000000000002']
const token = 'the-token-of-a-journey'

const test = withDiscord({
  token,
  channels: [
    { id: updates, name: 'updates' },
    { id: restock, name: 'restock' },
  ],
})

test.use({ allowedErrors: [/status of 422/] })

test('set the token, start, change a product, see the message and its row, stop', async ({ page, keydesk, discord }) => {
  const { id } = (await keydesk.api('POST', '/admin/products', { name: 'Harrier', description: '', variants: [] })) as { id: number }
  await signIn(page, keydesk)
  await openScreen(page, 'Discord')
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()

  await page.getByLabel('Updates Channel ID').fill(updates)
  await page.getByLabel('Restock Channel ID').fill('52000000000000009')
  await page.getByLabel('Bot Token').fill('not-the-token')
  await page.getByRole('switch', { name: 'Enable Notifications' }).check()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Discord settings updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Failed to start bot')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Bot Management' }).getByRole('alert')).toHaveText('Discord does not accept the bot token')
  await expectNoAxeViolations(page)

  await page.getByLabel('Bot Token').fill(token)
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Discord settings updated successfully').first()).toBeInViewport({ ratio: 1 })
  expect(await isReached(page.getByRole('button', { name: 'Save Settings' }))).toBe(true)
  await expect(page.getByLabel('Bot Token')).toHaveValue('')
  const startOrStop = page.getByRole('button', { name: /^(Start|Stop)$/ })
  const buttons = [startOrStop, page.getByRole('button', { name: 'Restart' }), page.getByRole('button', { name: 'Save Settings' })]
  const places = await placesOf(buttons)
  await startOrStop.click()
  await expect(page.getByText('Running', { exact: true })).toBeVisible()
  expect(await placesOf(buttons)).toEqual(places)
  await expect(page.getByRole('log')).toContainText('Started as keydesk-bot')
  // What the bot finds missing, once it can look.
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Restock Channel: This channel does not exist (Unknown Channel, code 10003)').first()).toBeVisible()
  // While it runs, channels are chosen by name.
  await page.getByRole('combobox', { name: 'Restock Channel ID' }).click()
  await page.getByRole('option', { name: '#restock' }).click()
  await page.getByRole('button', { name: 'Save Settings' }).click()

  await page.getByRole('button', { name: 'Send test message to the restock channel' }).click()
  await expect(page.getByText('Test message posted')).toBeVisible()
  await page.goto(`/products/${id}`)
  await page.getByRole('combobox', { name: 'Detection Status' }).selectOption('Detected')
  await page.getByRole('button', { name: 'Save Changes' }).first().click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await expect
    .poll(() => discord.messages.map(({ channelId, embeds: [embed] }) => [channelId, embed?.title]))
    .toEqual([
      [restock, 'Test message'],
      [updates, 'Harrier'],
    ])

  await page.goto('/discord')
  const row = page.getByRole('table', { name: 'Notification Logs' }).getByRole('row').nth(1)
  await expect(row).toContainText('Update')
  await expect(row).toContainText('Success')
  await expect(row).toContainText(discord.messages[1]!.id)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeEnabled()
  await expect.poll(() => discord.gateway.size()).toBe(0)

  // The page of the stand-in, on which a person sees the same.
  await page.goto(discord.pageUrl)
  await expect(page.getByRole('region', { name: 'updates' })).toContainText('Harrier')
})
