import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError, removePartials } from '@keydesk/server'
import { fileOf, ofNewerDatabase, type Again, type Console } from './command.ts'

const usualKept = '30'
const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** A timer cannot wait longer than 24 days. */
const longestMs = 20 * 86_400_000

/**
 * Writes backups into a folder at regular times, and deletes the oldest of them. A failure is one line, and the next backup comes at its
 * time; but a newer Keydesk has to be started, so its database ends this program. The newest file says when the next one is due, so that a
 * program that is started again and again does not push out old backups.
 * @throws AppError for options that cannot be read
 */
export async function backUpEvery({ words: [word = ''], options, console, once }: Again): Promise<number> {
  const [folder, everyMs, keep] = [fileOf(word), readTime(options.every ?? ''), readCount(options.keep ?? usualKept)]
  const stop = console.untilStopped?.() ?? new AbortController().signal
  let dueAt = await firstDueAt(folder, everyMs)
  if (dueAt > Date.now()) console.print(`${new Date().toISOString()} The next backup is due at ${new Date(dueAt).toISOString()}`)
  while (await waitUntil(dueAt, stop)) {
    const startedAt = Date.now()
    const lines: string[] = []
    let code = 1
    const note = (line: string) => void lines.push(line)
    const quiet: Console = { ...console, print: note, fail: note, progress: () => () => stop.throwIfAborted() }
    try {
      const name = nameAt(startedAt)
      code = await once([join(folder, name)], quiet)
      if (code === 0) lines.push(...(await prune(folder, keep, name)))
      else lines.unshift('The backup failed:')
    } catch (error) {
      if (stop.aborted) break
      lines.unshift('The backup failed:', error instanceof Error ? error.message : String(error))
    }
    console.print(`${new Date().toISOString()} ${lines.join(' ')}`)
    if (code === ofNewerDatabase) return code
    dueAt = startedAt + everyMs
  }
  return 0
}

function readTime(text: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const ms = Number(count) * (unitMs[unit] ?? 0)
  if (ms > 0 && ms <= longestMs) return ms
  throw new AppError('invalid_input', `--every must be a time such as 30m, 6h or 1d, at most 20d`)
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new AppError('invalid_input', '--keep must be a number of backups, 1 or more')
}

/** False if the process is told to stop. */
async function waitUntil(moment: number, signal: AbortSignal): Promise<boolean> {
  await wait(Math.max(0, moment - Date.now()), undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Names in the order of time. No file that a person names by hand looks like this. */
const nameAt = (at: number): string => `keydesk-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
const ownName = /^keydesk-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/**
 * The files of this program up to a name, oldest first; none if the folder cannot be read. Later ones were made while the clock was ahead,
 * and say nothing about their age.
 */
async function listOwn(folder: string, last: string): Promise<RegExpExecArray[]> {
  const names: string[] = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name <= last)
    .toSorted()
    .map((name) => ownName.exec(name))
    .filter((parts) => parts !== null)
}

async function firstDueAt(folder: string, everyMs: number): Promise<number> {
  const newest = (await listOwn(folder, nameAt(Date.now()))).at(-1)
  if (newest === undefined) return 0
  const [, day, hours, minutes, seconds] = newest
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) + everyMs
}

/** Deletes the oldest backups before the one just written, and says so, and what killed programs left. */
async function prune(folder: string, keep: number, written: string): Promise<string[]> {
  await removePartials(folder, (name) => ownName.test(name))
  const own = await listOwn(folder, written)
  const old = own.slice(0, Math.max(0, own.length - keep))
  for (const [name] of old) await rm(join(folder, name), { force: true })
  return old.length === 0 ? [] : [`Deleted the oldest: ${old.map(([name]) => name).join(', ')}`]
}
