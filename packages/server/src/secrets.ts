import { hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from './deps.ts'

/** The secret of this installation: the one that was given, else one made on the first start and kept in `dataDir`. */
export function loadAppSecret(dataDir: string, given: string | undefined): string {
  if (given !== undefined) return given
  const path = join(dataDir, 'secret')
  try {
    // Fails when it is there already, so that two processes that start together end with one secret.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    chmodSync(path, 0o600)
  }
  return readFileSync(path, 'utf8').trim()
}

/** One key a purpose, so that what leaks of one use says nothing about another. */
export function deriveSecrets(appSecret: string): Secrets {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', appSecret, 'keydesk', purpose, 32))
  return { tokenSigning: derive('token signing'), encryption: derive('encryption at rest') }
}
