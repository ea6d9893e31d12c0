import { accessSync, constants, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import type { Config } from './config.ts'
import { isBusy, isDamaged, isFull, isLockTimeout, isOfFailingDisk, isOfTls, isUnavailable, isVictim } from './db/failures.ts'

/** One line for a problem that a person can fix, or undefined for a bug, which needs its stack. */
export function explainStartFailure(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error) || config === undefined) return undefined
  const { code = '', syscall, path, hostname } = error as NodeJS.ErrnoException & { readonly hostname?: string }
  if (code === 'EADDRINUSE') return `Port ${config.PORT} on ${config.HOST} is already in use. Set PORT to a free one.`
  // On SQLite no other name is looked up at the start.
  const isOfHost = syscall === 'getaddrinfo' && (config.DATABASE_URL === undefined || hostname === config.HOST)
  if (syscall === 'listen' || isOfHost || code === 'EADDRNOTAVAIL')
    return `Cannot listen on ${config.HOST}:${config.PORT} (${code}). Set HOST and PORT to an address of this machine.`
  if (isLockTimeout(error) || isVictim(error))
    return `Another transaction of the database was in the way (${code}). Start Keydesk again; if that does not help, pg_stat_activity shows which one.`
  if (config.DATABASE_URL !== undefined && isOfTls(error))
    return `TLS to the database at ${hostOf(config.DATABASE_URL)} failed (${code || error.message}). Check sslmode and sslrootcert in DATABASE_URL.`
  if (path !== undefined && namesFile(config.DATABASE_URL, path))
    return `The file ${path} cannot be read (${code}). Check DATABASE_URL, which names it.`
  if (config.DATABASE_URL !== undefined && code.startsWith('28'))
    return `PostgreSQL at ${hostOf(config.DATABASE_URL)} refuses the user or password in DATABASE_URL (${code}).`
  if (config.DATABASE_URL !== undefined && code.startsWith('3D'))
    return `PostgreSQL at ${hostOf(config.DATABASE_URL)} has no database of the name in DATABASE_URL (${code}).`
  if (config.DATABASE_URL !== undefined && isUnavailable(error)) {
    return `The database at ${hostOf(config.DATABASE_URL)} does not answer (${code || error.message}). Check DATABASE_URL.`
  }
  const folder = resolve(config.DATA_DIR)
  if (isDamaged(error))
    return (
      `${folder}/keydesk.db is damaged (${code}). Move it and the files keydesk.db-wal and keydesk.db-shm to another ` +
      'folder, and restore a backup: keydesk restore FILE.'
    )
  if (isBusy(error)) return `Another program is writing to ${folder}/keydesk.db (${code}). Try again when it has finished.`
  if (isFull(error) || code === 'ENOSPC') return `The disk of ${folder} is full (${code}). Make room on it, and try again.`
  if (isOfFailingDisk(error)) return `The disk of ${folder} cannot be read or written (${code}). Check the disk, and try again.`
  if (['EACCES', 'EPERM'].includes(code) && path !== undefined && isWithin(path, folder) && isWritable(folder))
    return `${path} belongs to another account, such as root (${code}). Give the folder to the account of Keydesk: chown -R ACCOUNT ${folder}`
  const isOfFolder = path !== undefined && (isWithin(path, folder) || isWithin(folder, path))
  if (isOfFolder || ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code) || isUnavailable(error)) {
    return `The folder ${folder} cannot be written (${code}). Set DATA_DIR to one that can.`
  }
  return undefined
}

const isWithin = (path: string, folder: string): boolean => `${resolve(path)}/`.startsWith(`${resolve(folder)}/`)

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Reads `.env`, if there is one; ends the process if it cannot be read. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch {
    // Node says ENOENT, whatever the reason is.
    const line = `${resolve('.env')} cannot be read. Run Keydesk as an account that may read it, such as that of the service.`
    failToStart(new ConfigError(line), undefined)
  }
}

/** Ends the process, with one line if that is enough. */
export function failToStart(error: unknown, config: Config | undefined): never {
  const line = explainStartFailure(error, config)
  process.stderr.write(`${line ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}

const namesFile = (databaseUrl: string | undefined, path: string): boolean =>
  databaseUrl !== undefined && [...(URL.parse(databaseUrl)?.searchParams.values() ?? [])].includes(path)

/** Only host and port: the address contains a password. */
function hostOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  return url === null ? 'DATABASE_URL' : `${url.hostname}:${url.port || '5432'}`
}
