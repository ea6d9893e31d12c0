import type { Locator, Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { withDiscord } from './support/discord.ts'
import { takePicture } from './support/guide.ts'
import { moveTo } from './support/keyboard.ts'
import { openScreen } from './support/screens.ts'
import { expect, signIn } from './support/test.ts'

const updates = '520000000000000001'
const role = '400000000000000001'
const token = 'the-token-of-a-journey'

const test = withDiscord({
  token,
  channels: [{ id: updates, name: 'updates' }],
  fill: async ({ api }) => {
    await api('PUT', '/admin/discord/settings', { updates_channel_id: updates, notifications_enabled: true, bot_token: token })
    await api('POST', '/admin/discord/bot/start')
  },
})

const rowOf = (page: Page, title: string) => page.getByRole('table', { name: 'Notifications' }).getByRole('row').filter({ hasText: title })

async function pressByKey(page: Page, button: Locator): Promise<void> {
  await moveTo(page, button, 'Tab')
  await page.keyboard.press('Enter')
}

test('an announcement is scheduled by keyboard, moved to now, edited and deleted, and its post in Discord follows', async ({
  page,
  keydesk,
  discord,
}) => {
  await signIn(page, keydesk)
  await openScreen(page, 'Notifications')
  await page.getByRole('main').getByRole('button', { name: 'Add Notification' }).focus()
  await page.keyboard.press('Enter')
  const add = page.getByRole('dialog', { name: 'Add Notification' })
  await expect(add.getByText(`Posts to the updates channel ${updates}.`)).toBeVisible()
  await page.keyboard.type('Winter sale')
  await page.keyboard.press('Tab')
  await page.keyboard.type('All keys are **half price** until Sunday.\n- Northlight\n- Harrier\nSee [the shop](https://shop.example).')
  await moveTo(page, add.getByRole('radio', { name: 'Now' }), 'Tab')
  await page.keyboard.press('ArrowRight')
  const time = add.getByLabel('Date and Time')
  // The next full hour is suggested; the day after tomorrow is wanted.
  await expect(time).not.toHaveValue('')
  const [day = '', hour = ''] = (await time.inputValue()).split('T')
  await moveTo(page, time, 'Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect(time).not.toHaveValue(`${day}T${hour}`)
  await time.fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16))
  await moveTo(page, add.getByLabel('Role to Notify'), 'Tab')
  await page.keyboard.type(role)
  const preview = add.getByRole('figure', { name: 'Preview of the post' })
  await expect(preview.getByText('half price', { exact: true })).toHaveCSS('font-weight', '700')
  await expect(preview).toContainText(`@role ${role}`)
  await takePicture(add, 'announcement', { height: 1_000 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Notification created successfully')).toBeVisible()
  const row = rowOf(page, 'Winter sale')
  await expect(row.getByText('Scheduled', { exact: true })).toBeVisible()
  for (const width of [1_000, 1_280, 1_440]) {
    await page.setViewportSize({ width, height: 800 })
    const cell = row.locator('td[data-label=Discord] > div')
    const cut = await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(cut, `the time at ${width} px`).toBe(0)
  }
  expect(discord.messages).toEqual([])

  await pressByKey(page, row.getByRole('button', { name: 'Edit' }))
  const edit = page.getByRole('dialog', { name: 'Edit Notification' })
  await moveTo(page, edit.getByRole('radio', { name: 'Later' }), 'Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(edit.getByLabel('Date and Time')).toBeHidden()
  await pressByKey(page, edit.getByRole('button', { name: 'Save' }))
  await expect(row.getByText('Posted', { exact: true })).toBeVisible({ timeout: 20_000 })
  expect(discord.messages).toMatchObject([{ content: `<@&${role}>`, notified: [role], embeds: [{ title: 'Winter sale' }], edits: 0 }])
  expect(discord.messages[0]!.embeds[0]!.description).toMatch(/^All keys are \*\*half price\*\* until Sunday\.\n- Northlight/)
  await expect(row.getByRole('link', { name: 'Open in Discord' })).toHaveAttribute(
    'href',
    new RegExp(`/${updates}/${discord.messages[0]!.id}$`),
  )
  await takePicture(page, 'announcements')

  await pressByKey(page, row.getByRole('button', { name: 'Edit' }))
  await expect(edit.getByText('It is posted. Saving edits the post.')).toBeVisible()
  await edit.getByLabel('Title').press('End')
  await page.keyboard.type(' ends')
  await page.keyboard.press('Enter')
  await expect.poll(() => discord.messages).toMatchObject([{ embeds: [{ title: 'Winter sale ends' }], edits: 1, notified: [role] }])
  await expect(row.getByText('Posted', { exact: true })).toBeVisible({ timeout: 20_000 })

  await pressByKey(page, row.getByRole('button', { name: 'Delete' }))
  const question = page.getByRole('alertdialog', { name: 'Delete notification?' })
  await expect(question.getByRole('checkbox', { name: 'Delete the post in Discord, too' })).toBeChecked()
  await expectNoAxeViolations(page)
  await pressByKey(page, question.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('No notifications found')).toBeVisible()
  await expect.poll(() => discord.messages).toEqual([])
})
