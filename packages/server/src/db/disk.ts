import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type { Logger } from 'pino'
import { describeDamage } from './damage.ts'
import { isDamaged, isFull } from './failures.ts'

/** Room that is kept for sign-ins, deletions and the command line while the disk is full, and when it is given up. */
const reserveBytes = 8 * 1024 ** 2
const lowBytes = 1024 ** 2
/** How often a request may read the free space. */
const readMs = 1_000
const checkMs = 24 * 3_600_000

/** Beside this file, both in the source and in the build. */
const damageProcess = join(import.meta.dirname, `damage-process${extname(import.meta.filename)}`)

/** The state of a SQLite database's disk. Nothing is ever found about PostgreSQL, whose disk is not Keydesk's. */
export interface Disk {
  /** Why the database file cannot be trusted any more, until this process ends; null while nothing is wrong. */
  readonly damage: () => string | null
  /** Whether there is too little room for more than the reserve allows. Reads it at most once a second. */
  readonly isFull: () => boolean
}

export const soundDisk: Disk = { damage: () => null, isFull: () => false }

export interface WatchedDisk extends Disk {
  /** Handles a failure of the driver. */
  readonly onFailure: (error: unknown) => void
  /** Takes the reserve, and looks for damage now and once a day until it is stopped. Only a server does this. */
  readonly watch: () => { readonly stop: () => Promise<void> }
}

/**
 * Watches the disk of a SQLite database (docs/operating.md, Broken and full disks). A file of 8 MB in the data folder is deleted when the
 * disk is full, so that a person can still sign in and delete things; while it is missing, other changes are refused.
 */
export function openDisk(databaseFile: string, log: Logger): WatchedDisk {
  const folder = dirname(databaseFile)
  const reserve = join(folder, 'reserve')
  let damage: string | null = null
  let isWatched = false
  let readAt = -Infinity
  let isReserveGone = false
  // Even opening the database needs a little room.
  if (freeBytes(folder) < lowBytes) rmSync(reserve, { force: true })

  const giveUpReserve = (): void => {
    if (existsSync(reserve)) log.error('The disk is full. Changes are refused until there is room; sign-in and deletion still work.')
    rmSync(reserve, { force: true })
    isReserveGone = true
  }
  const readFreeSpace = (): void => {
    readAt = performance.now()
    const free = freeBytes(folder)
    if (free < lowBytes) return giveUpReserve()
    // Another process may have deleted it.
    isReserveGone = !existsSync(reserve) && !(free > reserveBytes + 2 * lowBytes && takeReserve(reserve))
  }
  const noteDamage = (found: string): void => {
    if (damage !== null) return
    damage = found
    log.fatal(
      { damage },
      'The database file is damaged: sales are refused. Stop Keydesk, run "keydesk doctor", and restore a backup (docs/operating.md, Broken and full disks).',
    )
  }

  return {
    damage: () => damage,
    isFull: () => {
      if (isWatched && performance.now() - readAt >= readMs) readFreeSpace()
      return isReserveGone
    },
    onFailure: (error) => {
      if (isFull(error)) giveUpReserve()
      if (isDamaged(error)) noteDamage(describeDamage(error))
    },
    watch: () => {
      isWatched = true
      readFreeSpace()
      if (isReserveGone) log.error('The disk is full. Changes are refused until there is room; sign-in and deletion still work.')
      let child = lookForDamage(databaseFile, noteDamage, log)
      const daily = setInterval(() => void (child = lookForDamage(databaseFile, noteDamage, log)), checkMs).unref()
      return {
        stop: async () => {
          clearInterval(daily)
          if (child.exitCode !== null || child.signalCode !== null) return
          // A restore that follows is refused while the file is open.
          const gone = once(child, 'exit')
          child.kill('SIGKILL')
          await gone
        },
      }
    },
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Random bytes, because a file system may not store zeros. */
function takeReserve(path: string): boolean {
  try {
    writeFileSync(path, randomBytes(reserveBytes), { mode: 0o600 })
    return true
  } catch {
    rmSync(path, { force: true })
    return false
  }
}

/** Looks for damage in a process of its own: it reads the whole file. */
function lookForDamage(databaseFile: string, onDamage: (found: string) => void, log: Logger) {
  const child = fork(damageProcess, [databaseFile], { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.once('message', ({ damage }: { damage: string | null }) => void (damage !== null && onDamage(damage)))
  child.once('error', (error) => log.warn({ reason: error.message }, 'the database file was not checked'))
  child.once('exit', (code) => void (code !== 0 && code !== null && log.warn({ code, output }, 'the database file was not checked')))
  return child
}
