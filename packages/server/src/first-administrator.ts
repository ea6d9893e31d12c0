import { randomBytes } from 'node:crypto'
import { system } from './actor.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'
import { hasAdministrator } from './modules/users/members.service.ts'
import { createAdministrator } from './modules/users/users.service.ts'

/** Creates the first administrator if there is none. Returns the lines to show on the console, once. */
export async function createFirstAdministrator(deps: Deps, config: Config): Promise<string[]> {
  if (await hasAdministrator(deps)) return []
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  try {
    await createAdministrator(deps, system, { username: config.ADMIN_USERNAME, email: config.ADMIN_EMAIL, password })
  } catch (error) {
    // Either another server that started at the same moment was first, or a storefront user has the name.
    if (error instanceof AppError && error.kind === 'conflict' && (await hasAdministrator(deps))) return []
    throw error
  }
  const who = `Sign in as ${config.ADMIN_USERNAME} (${config.ADMIN_EMAIL})`
  if (config.ADMIN_PASSWORD !== undefined) return [`${who} with the password from ADMIN_PASSWORD`]
  return [
    `${who} with the password ${password}`,
    `This password is shown only now. Keep it, or set another: bin/keydesk admin reset-password ${config.ADMIN_USERNAME}`,
  ]
}
