import { account } from '@keydesk/contract'
import { TOTP } from 'otpauth'
import { testAdmin, type TestApp } from '../../testing.ts'

/** The code that an authenticator app shows for a secret at a given time. */
export const codeAt = (secret: string, at: Date): string => TOTP.generate({ secret: secretOf(secret), timestamp: at.getTime() })

const secretOf = (secret: string) => new TOTP({ secret }).secret

export interface Authenticator {
  readonly secret: string
  readonly recoveryCodes: string[]
  /** The current code, or the one this many steps of 30 seconds later. */
  readonly code: (stepsLater?: number) => string
  /** Moves the clock to the next step, whose code was never used, and returns that code. */
  readonly nextCode: () => string
}

interface Person {
  readonly token?: string
  readonly password: string
}

export async function setUpTwoFactor({ call }: TestApp, { token, password }: Person = testAdmin): Promise<string> {
  const { body } = await call('POST', account.setUpTwoFactor.path, { password }, { token })
  return (body as { data: { secret: string } }).data.secret
}

/** Turns on two-factor sign-in, by default for the administrator. This uses the current code. */
export async function turnOnTwoFactor(server: TestApp, person: Person = testAdmin): Promise<Authenticator> {
  const secret = await setUpTwoFactor(server, person)
  const code = (stepsLater = 0) => codeAt(secret, new Date(server.clock.at.getTime() + stepsLater * 30_000))
  const { body } = await server.call('POST', account.enableTwoFactor.path, { code: code() }, { token: person.token })
  const { data } = body as { data: { recovery_codes: string[] } }
  const nextCode = () => {
    server.clock.at = new Date(server.clock.at.getTime() + 30_000)
    return code()
  }
  return { secret, recoveryCodes: data.recovery_codes, code, nextCode }
}

export const signInWith = (server: TestApp, body: object = {}) =>
  server.call('POST', '/auth/password-login', { identity: testAdmin.username, password: testAdmin.password, ...body }, { token: null })
