import { expect, type Page } from '@playwright/test'
import { floating, press, pressThere, type Openings } from './opening.ts'
import { chooseAccount } from './screens.ts'
import type { Keydesk } from './server.ts'
import { joinTeam } from './shop.ts'

const webhookHost = '93.184.215.14:8443'
const webhookUrl = `https://${webhookHost}/${'a-long-path/'.repeat(9)}`
const longName = 'Unbreakable'.repeat(9)

/** A member with a long name, and an invitation of each kind. */
async function fillTeam(keydesk: Keydesk): Promise<void> {
  const email = `${'a.long.mailbox.'.repeat(4)}x@${'subdomain.'.repeat(12)}example`
  await joinTeam(keydesk, { username: longName, email, role: 'support', password: 'a password of the walk' })
  await keydesk.api('POST', '/admin/team/invitations', { role: 'marketing', email: `b${email}`, require_two_factor: true })
}

const panel = async (page: Page, name: string, table: string) => {
  await chooseAccount(page, name)
  await expect(page.getByRole('table', { name: table, exact: true })).toBeVisible()
}

export const frame: Openings = {
  path: '/discord',
  list: [
    {
      name: 'Search everything',
      open: async (page) => {
        await press(page, 'Search everything')
        await page.getByRole('combobox', { name: 'Search everything' }).fill('unbreakable')
        await expect(page.getByRole('option').filter({ hasText: 'UnbreakableUnbreakable' }).first()).toBeVisible()
      },
    },
    { name: 'Keyboard shortcuts', open: (page) => page.keyboard.press('?') },
    { name: 'Account menu', widths: (width) => width >= 768, open: (page) => press(page, /Account menu/) },
    {
      name: 'Two-factor sign-in',
      open: async (page, { admin }) => {
        await chooseAccount(page, 'Two-factor sign-in')
        await floating(page).getByLabel('Password').fill(admin.password)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
      },
    },
    { name: 'Change password', open: (page) => chooseAccount(page, 'Change password') },
    { name: 'Change email', open: (page) => chooseAccount(page, 'Change email') },
    { name: 'View as', open: (page) => chooseAccount(page, 'View as…') },
    {
      name: 'Sidebar on a phone',
      widths: (width) => width < 768,
      open: async (page) => {
        await press(page, /sidebar/i)
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      },
    },
  ],
}

export const account: Openings = {
  path: '/discord',
  list: [
    {
      name: 'Team',
      prepare: fillTeam,
      open: (page) => panel(page, 'Team', 'Members'),
    },
    { name: 'Disable member', isOnTop: true, open: (page) => press(page, `Disable ${longName}`) },
    {
      name: 'Invite somebody',
      open: async (page) => {
        await panel(page, 'Team', 'Members')
        await press(page, 'Invite')
        await floating(page).getByLabel('Email').fill('nobody')
        await pressThere(page, 'Create link')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'Invitation created',
      isOnTop: true,
      open: async (page) => {
        await floating(page).getByLabel('Email').fill('')
        await pressThere(page, 'Create link')
        await expect(page.getByLabel('Invitation link', { exact: true })).toBeVisible()
      },
    },
    { name: 'Mails', open: (page) => panel(page, 'Mails', 'Mails') },
    {
      name: 'Edit mail',
      isOnTop: true,
      open: async (page) => {
        await press(page, 'Edit Keys of an order')
        await floating(page).getByLabel('Subject').fill(`${longName} {{unknown}}`)
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'Shop',
      open: async (page) => {
        await chooseAccount(page, 'Shop')
        await floating(page).getByLabel('Shop name').fill(longName)
        await floating(page).getByLabel('Terms').fill('no address')
        await pressThere(page, 'Save shop')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'Import a shop',
      open: async (page) => {
        await chooseAccount(page, 'Import a shop')
        await expect(floating(page).getByText('No imports yet')).toBeVisible()
      },
    },
    { name: 'Download everything', isOnTop: true, open: (page) => press(page, 'Download everything') },
    {
      name: 'Held after a restore',
      open: async (page) => {
        await chooseAccount(page, 'Held after a restore')
        await expect(floating(page).getByText('Nothing is held')).toBeVisible()
      },
    },
    {
      name: 'API keys',
      prepare: ({ api }) => api('POST', '/admin/api-keys', { name: longName, scopes: ['catalogue:read', 'orders:write', 'users:write'] }),
      open: (page) => panel(page, 'API keys', 'API keys'),
    },
    { name: 'Revoke API key', isOnTop: true, open: (page) => press(page, 'Revoke') },
    {
      name: 'Rotate API key',
      open: async (page) => {
        await panel(page, 'API keys', 'API keys')
        await press(page, 'Rotate')
      },
    },
    { name: 'API key rotated', isOnTop: true, open: (page) => pressThere(page, 'Rotate') },
    {
      name: 'Create API key',
      open: async (page) => {
        await panel(page, 'API keys', 'API keys')
        await press(page, 'Create API key')
        await pressThere(page, 'Create')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'Webhooks',
      // Nothing is sent in this test: the address is not a receiver.
      prepare: ({ api }) =>
        api('POST', '/admin/webhooks', { url: webhookUrl, events: ['order.completed', 'variant.stock_changed'], active: false }),
      open: (page) => panel(page, 'Webhooks', 'Webhooks'),
    },
    { name: 'Rotate a secret', isOnTop: true, open: (page) => press(page, 'Rotate secret') },
    {
      name: 'Delete webhook',
      open: async (page) => {
        await panel(page, 'Webhooks', 'Webhooks')
        await press(page, 'Delete')
      },
    },
    {
      name: 'Edit webhook',
      open: async (page) => {
        await panel(page, 'Webhooks', 'Webhooks')
        await press(page, 'Edit')
      },
    },
    {
      name: 'Deliveries',
      open: async (page) => {
        await panel(page, 'Webhooks', 'Webhooks')
        await press(page, 'Deliveries')
        await expect(page.getByText('No deliveries yet')).toBeVisible()
      },
    },
    {
      name: 'Create webhook',
      open: async (page) => {
        await panel(page, 'Webhooks', 'Webhooks')
        await press(page, 'Create webhook')
        await pressThere(page, 'Create')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'Webhook created',
      isOnTop: true,
      open: async (page) => {
        await floating(page).getByLabel('URL').fill(webhookUrl)
        await floating(page).getByRole('switch', { name: 'Active' }).click()
        await pressThere(page, 'Create')
        await expect(page.getByLabel('Secret', { exact: true })).toBeVisible()
      },
    },
    {
      name: 'Activity',
      open: async (page) => {
        await chooseAccount(page, 'Activity')
        const details = floating(page).getByRole('button', { name: /^Details: / })
        await expect(details.first()).toBeVisible()
        for (const one of (await details.all()).slice(0, 12)) await one.click()
      },
    },
    { name: 'Sessions', open: (page) => panel(page, 'Sessions', 'Sessions') },
    { name: 'End all other sessions', isOnTop: true, open: (page) => press(page, 'End all others') },
  ],
}
