import { account } from '@keydesk/contract'
import { testAdmin } from '@keydesk/server/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { renderApp } from '../../../test/render-page.tsx'
import { isAskedOnClose, openTab } from '../../../test/tab.ts'
import { choose, codeOf, turnOnTwoFactor } from '../../../test/two-factor.ts'
import { TwoFactorDialog } from './two-factor-dialog.tsx'

type Rendered = Awaited<ReturnType<typeof renderApp>>

const stateOf = async ({ api }: Rendered) => (await api(account.find, {})).data
const dialog = () => screen.findByRole('dialog', { name: 'Two-factor sign-in' })
const press = async ({ user }: Rendered, name: string) => user.click(await screen.findByRole('button', { name }))

/** Turns it on, up to the code of the app. Returns the secret. */
async function typeFirstCode(page: Rendered): Promise<string> {
  await choose(page.user, 'Two-factor sign-in')
  await page.user.type(await screen.findByLabelText('Password'), `${testAdmin.password}{Enter}`)
  await screen.findByRole('img', { name: 'QR code for Keydesk: admin' })
  const secret = (await dialog()).querySelector('code')?.textContent?.replaceAll(' ', '') ?? ''
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Code' }))
  await page.user.type(screen.getByRole('textbox', { name: 'Code' }), `${codeOf(page, secret)}{Enter}`)
  return secret
}

async function turnOn(page: Rendered): Promise<string[]> {
  await typeFirstCode(page)
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  return within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
}

test('turning it on: password, QR code, code, and ten recovery codes that are shown once', async () => {
  const page = await renderApp('/coupons')
  const codes = await turnOn(page)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  expect(await screen.findByText('Two-factor sign-in is on')).toBeTruthy()
  await press(page, 'I have stored them')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Account menu/ }))
  expect(await stateOf(page)).toMatchObject({ two_factor_since: page.server.clock.at.toISOString(), recovery_codes_left: 10 })

  await choose(page.user, 'Two-factor sign-in')
  expect(await screen.findByText('10 recovery codes left')).toBeTruthy()
  expect((await dialog()).querySelector('time')?.dateTime).toBe(page.server.clock.at.toISOString())
  for (const code of codes) expect(screen.queryByText(code)).toBeNull()
})

test('turning it on does the step of a new shop', async () => {
  const page = await renderApp('/')
  const step = async () => (await screen.findByText('Protect your access')).closest('li')!
  expect(within(await step()).getByText('To do')).toBeTruthy()
  await turnOn(page)
  await waitFor(async () => expect(within(await step()).getByText('Done')).toBeTruthy())
})

test('a wrong password and a wrong code show at their fields; Cancel leaves it off', async () => {
  const page = await renderApp('/coupons')
  await choose(page.user, 'Two-factor sign-in')
  await press(page, 'Continue')
  expect(await screen.findByText('Password is required')).toBeTruthy()
  await page.user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('That password is not right.')).toBeTruthy()
  await page.user.clear(screen.getByLabelText('Password'))
  await page.user.type(screen.getByLabelText('Password'), `${testAdmin.password}{Enter}`)
  await page.user.type(await screen.findByRole('textbox', { name: 'Code' }), '000000{Enter}')
  expect(await screen.findByText('That code is not right. Please try again.')).toBeTruthy()
  await press(page, 'Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await stateOf(page)).toMatchObject({ two_factor_since: null })
})

test('the codes can be copied and downloaded, and Esc does not lose them', async () => {
  const page = await renderApp('/coupons')
  const codes = await turnOn(page)
  await press(page, 'Copy recovery codes')
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))

  const saved: Blob[] = []
  const names: string[] = []
  URL.createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await press(page, 'Download')
  expect(names).toEqual(['recovery-codes.txt'])
  const text = (await saved[0]?.text()) ?? ''
  expect(text).toContain('Recovery codes of admin for Keydesk')
  for (const code of codes) expect(text).toContain(`\n${code}\n`)
  vi.restoreAllMocks()

  await page.user.keyboard('{Escape}')
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep it open' }))
  expect(screen.getByText(codes[0] ?? '')).toBeTruthy()
})

test('Esc during the call that answers the codes does not close the dialog', async () => {
  const page = await renderApp('/coupons')
  const release = page.network.holdNext(/POST .*two-factor\/enable/)
  await typeFirstCode(page)
  await screen.findByRole('button', { name: 'Turning on...' })
  await page.user.keyboard('{Escape}')
  release()
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy()
})

test('Back and closing the tab ask before they lose the codes', async () => {
  const page = await renderApp('/coupons', {}, openTab('/products', '/coupons'))
  const codes = await turnOn(page)
  expect(isAskedOnClose()).toBe(true)
  window.history.back()
  const question = within(await screen.findByRole('alertdialog', { name: 'Close without storing them?' }))
  await page.user.click(question.getByRole('button', { name: 'Keep it open' }))
  await waitFor(() => expect(window.location.pathname).toBe('/coupons'))
  expect(screen.getByText(codes[0] ?? '')).toBeTruthy()
  await press(page, 'I have stored them')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isAskedOnClose()).toBe(false)
})

test('new recovery codes need a code, and replace the old ones', async () => {
  const page = await renderApp('/coupons')
  const { secret, recoveryCodes } = await turnOnTwoFactor(page)
  await choose(page.user, 'Two-factor sign-in')
  await press(page, 'New recovery codes')
  await page.user.type(await screen.findByLabelText('Code', { selector: 'input' }), '000000{Enter}')
  expect(await screen.findByText('That code is not right. Please try again.')).toBeTruthy()
  await page.user.clear(screen.getByLabelText('Code', { selector: 'input' }))
  await page.user.type(screen.getByLabelText('Code', { selector: 'input' }), `${codeOf(page, secret, 1)}{Enter}`)
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy()
  expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull()
  await press(page, 'I have stored them')
})

test('recovery codes whose answer was lost: the dialog says that they were not shown, and makes new ones', async () => {
  const page = await renderApp('/coupons')
  const lost = /^The connection was lost before the recovery codes could be shown\. Make new ones/
  page.network.loseNext(/POST .*two-factor\/enable/)
  const secret = await typeFirstCode(page)
  expect(await screen.findByText(lost)).toBeTruthy()
  expect(screen.getByText('Two-factor sign-in is on')).toBeTruthy()
  expect(await screen.findByText('10 recovery codes left')).toBeTruthy()

  const renew = async (stepsLater: number) => {
    await press(page, 'New recovery codes')
    expect(screen.queryByText(lost)).toBeNull()
    await page.user.type(await screen.findByLabelText('Code', { selector: 'input' }), `${codeOf(page, secret, stepsLater)}{Enter}`)
  }
  page.network.loseNext(/POST .*recovery-codes/)
  await renew(1)
  expect(await screen.findByText(lost)).toBeTruthy()
  page.server.clock.at = new Date(page.server.clock.at.getTime() + 60_000)
  await renew(1)
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy()
})

test('few remaining codes are marked, and so is none', async () => {
  const page = await renderApp('/coupons')
  await turnOnTwoFactor(page)
  await page.server.deps.db.deleteFrom('recovery_code').where('id', '>', 1).execute()
  await choose(page.user, 'Two-factor sign-in')
  expect(await screen.findByText('1 recovery code left')).toBeTruthy()
  await page.user.keyboard('{Escape}')
  await page.server.deps.db.deleteFrom('recovery_code').execute()
  await choose(page.user, 'Two-factor sign-in')
  await waitFor(() => expect(screen.getByText('No recovery codes left')).toBeTruthy())
})

test('turning it off needs the password and a code; each wrong one shows at its field', async () => {
  const page = await renderApp('/coupons')
  const { recoveryCodes } = await turnOnTwoFactor(page)
  await choose(page.user, 'Two-factor sign-in')
  await press(page, 'Turn off')
  await press(page, 'Turn off')
  expect(await screen.findByText('Password is required')).toBeTruthy()
  expect(screen.getByText('Code is required')).toBeTruthy()
  await page.user.type(screen.getByLabelText('Password'), testAdmin.password)
  await page.user.type(screen.getByLabelText('Code', { selector: 'input' }), 'wrong{Enter}')
  expect(await screen.findByText('That code is not right. Please try again.')).toBeTruthy()
  await page.user.clear(screen.getByLabelText('Code', { selector: 'input' }))
  await page.user.type(screen.getByLabelText('Code', { selector: 'input' }), `${recoveryCodes[2]?.toLowerCase()}{Enter}`)
  expect(await screen.findByText('Two-factor sign-in is off')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await stateOf(page)).toMatchObject({ two_factor_since: null, recovery_codes_left: 0 })
})

test('after ten failures the dialog shows how long to wait', async () => {
  const page = await renderApp('/coupons')
  for (let i = 0; i < 10; i += 1) await page.server.call('POST', account.setUpTwoFactor.path, { password: 'wrong' })
  await choose(page.user, 'Two-factor sign-in')
  await page.user.type(await screen.findByLabelText('Password'), `${testAdmin.password}{Enter}`)
  expect(await screen.findByText('Too many attempts. Please try again in 15 minutes.')).toBeTruthy()
})

test('on a host without two-factor sign-in the dialog shows that there was no answer', async () => {
  await renderForeign(<TwoFactorDialog onClose={() => undefined} />, { url: '/coupons', answers: {} })
  expect(await screen.findByText('Failed to load your account')).toBeTruthy()
})
