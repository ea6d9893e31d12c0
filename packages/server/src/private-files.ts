import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import { makeFolder } from './make-folder.ts'

/**
 * Makes the data folder, readable by its owner only. An existing folder is made private only if it is Keydesk's: a folder with other files,
 * such as `/tmp` or a home folder, is not changed.
 */
export function makeDataFolder(path: string): void {
  const isNew = !existsSync(path)
  makeFolder(path)
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return
  const isOwn = isNew || readdirSync(path).every((name) => ownNames.test(name))
  if (isOwn && statSync(path).uid === process.getuid?.()) chmodSync(path, 0o700)
}

/** Files of Keydesk, and files that a file system or an operator may have added. */
const ownNames = /^(secret|keydesk\.db|server\.lock|reserve$|media$|lost\+found$|\.)/

/** Makes a database file that only its owner can read; SQLite gives the files beside it the same mode. */
export function makePrivateDatabase(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) makePrivate(file)
}

function makePrivate(file: string): void {
  if ((statSync(file).mode & 0o077) !== 0 && statSync(file).uid === process.getuid?.()) chmodSync(file, 0o600)
}
