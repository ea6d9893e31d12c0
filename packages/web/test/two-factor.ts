import { account } from '@keydesk/contract'
import { testAdmin } from '@keydesk/server/testing'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { TOTP } from 'otpauth'
import type { renderApp } from './render-page.tsx'

type Rendered = Awaited<ReturnType<typeof renderApp>>

/** The code of an authenticator app for a secret, by the server's clock plus some steps of 30 seconds. */
export function codeOf({ server }: Pick<Rendered, 'server'>, secret: string, stepsLater = 0): string {
  const timestamp = server.clock.at.getTime() + stepsLater * 30_000
  return TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp })
}

/** Turns two-factor sign-in on by calls, without the page. */
export async function turnOnTwoFactor({ server, api }: Pick<Rendered, 'server' | 'api'>) {
  const setup = await api(account.setUpTwoFactor, { body: { password: testAdmin.password } })
  const secret = setup?.data.secret ?? ''
  const enabled = await api(account.enableTwoFactor, { body: { code: codeOf({ server }, secret) } })
  return { secret, recoveryCodes: enabled?.data.recovery_codes ?? [] }
}

export async function choose(user: UserEvent, entry: string) {
  await user.click(await screen.findByRole('button', { name: /Account menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}
