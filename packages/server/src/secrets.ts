import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from './config-error.ts'
import type { Secrets } from './deps.ts'
import { writeDownNames } from './files/disk.ts'

/** Same as for APP_SECRET (config.ts). A shorter file was truncated, by a full disk or by hand. */
const shortest = 32

export const afterNewSecret =
  'then everybody signs in anew, the bot token and two-factor sign-in are set up again, and the secrets of webhooks rotated.'

/**
 * The secret of this installation: the given one, or one generated at the first start and stored in `dataDir`.
 * @throws ConfigError for a secret that is too short
 */
export async function loadAppSecret(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const path = join(dataDir, 'secret')
  const secret = readIfThere(path) ?? (await makeSecret(path))
  if (secret.length >= shortest) return secret
  throw new ConfigError(
    `The secret in ${path} must have at least ${shortest} characters. Put back a copy of it, or delete the file for a new one: ${afterNewSecret}`,
  )
}

function readIfThere(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    chmodSync(path, 0o600)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** The file gets its name only when it is complete and on the disk. If two processes start together, the first one's secret is used. */
async function makeSecret(path: string): Promise<string> {
  const partial = `${path}.${process.pid}.partial`
  try {
    const file = openSync(partial, 'w', 0o600)
    try {
      writeSync(file, `${randomBytes(32).toString('base64url')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    giveName(partial, path)
    await writeDownNames(dirname(path))
  } finally {
    rmSync(partial, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

function giveName(partial: string, path: string): void {
  try {
    // Unlike a rename, a link never replaces a file.
    linkSync(partial, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Some file systems do not support links.
    if (code !== 'EEXIST') renameSync(partial, path)
  }
}

/** One key per purpose, so that a leaked key does not reveal the others. */
export function deriveSecrets(appSecret: string): Secrets {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', appSecret, 'keydesk', purpose, 32))
  return { tokenSigning: derive('token signing'), encryption: derive('encryption at rest'), orderPages: derive('order pages') }
}
