import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenShop, ShopInput, ShopSettings } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { storageAway } from '../../files/away.ts'
import { differences, recordActivity, type Changes } from '../activity/activity.service.ts'
import { makeLogo, storeFiles } from '../media/stored-files.service.ts'
import { deleteUnused, noteUnused } from '../media/unused-files.service.ts'
import * as repo from './shop.repo.ts'

/** What mails and pages say about the shop (docs/reference/shop.md). */
export interface ShopFace {
  /** Never empty: that of the server until the shop has its own. */
  readonly name: string
  /** The name of the stored logo; '' without one. */
  readonly logoFile: string
  /** Where answers to mails go; '' for the sender. */
  readonly replyTo: string
}

export async function readFace(db: Db, deps: Deps): Promise<ShopFace> {
  const { name, reply_to, logo_file } = await repo.readShop(db)
  return { name: name || defaultNameOf(deps), logoFile: logo_file, replyTo: reply_to }
}

/** What anybody may know. */
export async function readOpenShop(deps: Deps): Promise<OpenShop> {
  const { name, terms_url, privacy_url } = await repo.readShop(deps.db)
  return { name: name || defaultNameOf(deps), terms_url, privacy_url }
}

/** The zone whose days the books have; '' for that of the person who looks. */
export const findBooksZone = async (db: Db): Promise<string> => (await repo.readShop(db)).books_zone

export const readShop = async (deps: Deps): Promise<ShopSettings> => toSettings(deps, await repo.readShop(deps.db))

export const saveShop = (deps: Deps, actor: Actor, input: ShopInput): Promise<ShopSettings> =>
  transact(deps.db, async (tx) => {
    const before = await repo.lockShop(tx)
    await repo.updateShop(tx, input)
    const after = { ...before, ...input }
    await record(tx, deps, actor, 'shop.updated', differences(before, after))
    return toSettings(deps, after)
  })

/**
 * Gives the shop a logo, in place of the one before.
 * @throws 400 for a damaged image, 415 if it is not an image, 503 if too many images wait
 */
export async function setLogo(deps: Deps, actor: Actor, bytes: Uint8Array): Promise<ShopSettings> {
  const file = await makeLogo(bytes)
  const { before, after } = await storeFiles(deps, [file], (tx) => changeLogo(tx, deps, actor, file.name))
  await deleteUnused(deps, before)
  return after
}

export async function removeLogo(deps: Deps, actor: Actor): Promise<ShopSettings> {
  const { before, after } = await transact(deps.db, (tx) => changeLogo(tx, deps, actor, ''))
  await deleteUnused(deps, before)
  return after
}

/** @returns the files that nothing uses any more, for `deleteUnused` after the commit */
async function changeLogo(tx: Db, deps: Deps, actor: Actor, logo_file: string) {
  const row = await repo.lockShop(tx)
  const before = row.logo_file === '' ? [] : [row.logo_file]
  await repo.updateShop(tx, { logo_file })
  await noteUnused(tx, deps, before)
  if (logo_file !== row.logo_file) {
    const recorded = (name: string) => (name === '' ? null : 'a picture')
    await record(tx, deps, actor, 'shop.logo_changed', { logo: { before: recorded(row.logo_file), after: recorded(logo_file) } })
  }
  return { before, after: toSettings(deps, { ...row, logo_file }) }
}

async function record(tx: Db, deps: Deps, actor: Actor, action: 'shop.updated' | 'shop.logo_changed', changes: Changes): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await recordActivity(tx, { actor, action, subject: { kind: 'shop', id: 1 }, changes, at: deps.now() })
}

function toSettings(deps: Deps, { logo_file, ...row }: repo.ShopRow): ShopSettings {
  return { ...row, logo_url: logoAddress(deps, logo_file), default_name: defaultNameOf(deps), from: deps.mail?.from.address ?? '' }
}

/** Where anybody can see the logo; '' without one. */
export const logoAddress = (deps: Pick<Deps, 'publicUrl'>, file: string): string => (file === '' ? '' : deps.publicUrl() + logoPath(file))

/** The same as a path of this server. */
export const logoPath = (file: string): string => `/media/${file}`

/** How long a mail waits for the media storage. */
const logoMs = 3_000

/**
 * The logo for a mail; null if it cannot be read in time, because a mail is readable without it.
 * @param signal aborts the wait
 */
export async function readLogo({ files, failures }: Deps, file: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const read = async () => {
    const stored = await files.read(file)
    return stored === undefined ? null : buffer(stored.body)
  }
  const giveUp = async () => {
    await wait(logoMs, undefined, { signal, ref: false })
    throw storageAway(new Error('No answer in time'))
  }
  try {
    return await Promise.race([read(), giveUp()])
  } catch (error) {
    if (!signal.aborted) failures.report(error, 'a mail was sent without the logo')
    return null
  }
}

const defaultNameOf = ({ mail, brandTitle }: Deps): string => mail?.from.name || brandTitle
