import { setTimeout as wait } from 'node:timers/promises'
import {
  limits,
  type ShopImport,
  type ShopImportCounts,
  type ShopImportForm,
  type ShopImportPreview,
  type ShopImportState,
  type StartedShopImport,
  type UndoneShopImport,
} from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { withoutTimeLimit } from '../../time-limit.ts'
import { activityBegin, creation, recordActivity } from '../activity/activity.service.ts'
import { findByIdentity } from '../users/users.service.ts'
import { planImport, toPreview, type Plan } from './plan.service.ts'
import { removeStored, type Removed } from './removal.service.ts'
import * as repo from './shop-imports.repo.ts'
import { StoppedImport, storePlan } from './storing.service.ts'

/**
 * What an import would do with each row. Stores nothing.
 * @throws 400 for a file that cannot be read, or has another layout
 */
export async function previewShopImport(deps: Deps, form: ShopImportForm, bytes: Uint8Array): Promise<ShopImportPreview> {
  return toPreview(await planImport(deps.db, form, bytes, deps.now().toISOString()))
}

type NamedForm = ShopImportForm & { readonly file_name: string }

/** How long an answer waits for the import to be stored or removed. */
const longestWaitMs = 20_000

/**
 * Begins to store an import, part by part (docs/reference/shop-imports.md, Storing).
 * @param waits whether to answer only once it is stored, at most after 20 seconds
 * @throws 400 as `previewShopImport`, 409 `import_running`
 */
export async function startShopImport(
  deps: Deps,
  actor: Actor,
  form: NamedForm,
  bytes: Uint8Array,
  { waits }: { readonly waits: boolean },
): Promise<StartedShopImport> {
  await requireNoneOpen(deps)
  const plan = await planImport(deps.db, form, bytes, deps.now().toISOString())
  const { counts } = plan.dispositions
  const id = await transact(deps.db, async (tx) => {
    await repo.lockBeginnings(tx)
    await requireNoneOpen({ db: tx })
    const at = deps.now().toISOString()
    const { kind, format, file_name } = form
    const row = { kind, format, file_name, state: 'running' as const, counts: JSON.stringify(counts), stored: 0, kept: 0 }
    return repo.insertShopImport(tx, { ...row, created_at: at, created_by: actor.name, beat_at: at, undone_at: null, undone_by: null })
  })
  const done = withoutTimeLimit(() => store(deps, actor, id, form.file_name, plan))
  if (waits) await waitFor(done)
  return { id, counts, state: startedState(await repo.findShopImport(deps.db, id)) }
}

/** Undefined if it takes longer than an answer waits. */
const waitFor = <T>(done: Promise<T>): Promise<T | undefined> => Promise.race([done, wait(longestWaitMs, undefined, { ref: false })])

async function requireNoneOpen({ db }: Pick<Deps, 'db'>): Promise<void> {
  const open = await repo.findOpen(db)
  if (open === undefined) return
  const doing = open.state === 'running' ? 'stored' : 'removed'
  throw conflict(`The import of ${open.file_name} is being ${doing}. Wait until that is done`, 'import_running')
}

/** Never rejects: a failure removes what was stored. */
async function store(deps: Deps, actor: Actor, id: number, fileName: string, plan: Plan): Promise<void> {
  try {
    await storePlan({ deps, actor, id, fileName }, plan)
    await transact(deps.db, async (tx) => {
      const at = deps.now()
      if (!(await repo.changeShopImport(tx, id, 'running', { state: 'done', beat_at: at.toISOString() }))) throw new StoppedImport()
      const { new: rows, exists, invalid } = plan.dispositions.counts
      const changes = { kind: plan.kind, rows, ...(exists > 0 && { exists }), ...(invalid > 0 && { invalid }) }
      await recordImport(tx, actor, 'shop_import.stored', { id, name: fileName }, changes, at)
    })
  } catch (error) {
    try {
      if (!(error instanceof StoppedImport)) {
        deps.failures.report(error, 'an import of a shop failed')
        await repo.changeShopImport(deps.db, id, 'running', { state: 'cancelling' })
      }
      const row = await repo.findShopImport(deps.db, id)
      if (row?.state === 'cancelling') await remove(deps, row)
    } catch (failure) {
      // The housekeeping removes it.
      deps.failures.report(failure, 'an import of a shop could not be removed')
    }
  }
}

/** How far a started import is. A cancelled one that leaves nothing has no row. One that is still being removed goes on. */
function startedState(row: repo.ShopImportRow | undefined): ShopImportState {
  const state = row?.state ?? 'cancelled'
  return state === 'cancelling' ? 'running' : state
}

/** Removes what an open import has stored, and ends it. One that a person cancelled and that leaves nothing leaves no row either. */
async function remove(deps: Deps, row: repo.ShopImportRow): Promise<Removed> {
  const actor = await findStopper(deps, row)
  const { removed, kept } = await removeStored(deps, actor, row)
  const end = row.state === 'undoing' ? 'undone' : row.undone_by === null ? 'failed' : 'cancelled'
  await transact(deps.db, async (tx) => {
    const at = deps.now()
    const change = { state: end, kept, undone_at: at.toISOString(), undone_by: actor.name } as const
    // Another process may have ended it.
    if (!(await repo.changeShopImport(tx, row.id, row.state, change))) return
    await recordImport(tx, actor, `shop_import.${end}`, { id: row.id, name: row.file_name }, { removed, ...(kept > 0 && { kept }) }, at)
    if (end === 'cancelled' && kept === 0) await repo.deleteShopImport(tx, row.id)
  })
  return { removed, kept }
}

/** Who cancelled or undid an import, whichever process removes it. */
async function findStopper({ db }: Deps, { undone_by }: repo.ShopImportRow): Promise<Actor> {
  if (undone_by === null) return system
  return { kind: 'admin', id: (await findByIdentity(db, undone_by))?.id ?? null, name: undone_by }
}

/** The newest imports. */
export async function listShopImports({ db }: Deps): Promise<ShopImport[]> {
  return (await repo.listShopImports(db, limits.newestShopImports)).map(({ counts, undone_by, beat_at: _, ...row }) => ({
    ...{ ...row, counts: JSON.parse(counts) as ShopImportCounts, undone_by: undone_by ?? '' },
  }))
}

/**
 * Stops an import that is being stored. What it has stored is removed in the background.
 * @throws 404, 409 `not_running`
 */
export async function cancelShopImport(deps: Deps, actor: Actor, id: number): Promise<void> {
  await requireShopImport(deps, id)
  const isStopped = await repo.changeShopImport(deps.db, id, 'running', { state: 'cancelling', undone_by: actor.name })
  if (!isStopped) throw conflict('This import is not being stored', 'not_running')
}

/**
 * Begins to remove what an import stored, except what was built on since (docs/reference/shop-imports.md, Undoing an import).
 * @param waits whether to answer only once it is removed, at most after 20 seconds
 * @throws 404, 409 `already_undone`, `import_running`, `undo_over` after two years, when the activity no longer has what was changed since
 */
export async function undoShopImport(
  deps: Deps,
  actor: Actor,
  id: number,
  { waits }: { readonly waits: boolean },
): Promise<UndoneShopImport> {
  const row = await transact(deps.db, async (tx) => {
    await repo.lockBeginnings(tx)
    const { state, file_name, created_at } = await requireShopImport({ db: tx }, id)
    if (state !== 'done' && state !== 'running') throw conflict(`The import of ${file_name} is already undone`, 'already_undone')
    if (created_at < activityBegin(deps)) throw conflict('An import can be undone for two years. This one is older', 'undo_over')
    await requireNoneOpen({ db: tx })
    await repo.changeShopImport(tx, id, 'done', { state: 'undoing', beat_at: deps.now().toISOString(), undone_by: actor.name })
    return requireShopImport({ db: tx }, id)
  })
  const done = withoutTimeLimit(() => remove(deps, row))
  // The housekeeping removes what is left.
  done.catch((error: unknown) => deps.failures.report(error, 'an import of a shop could not be removed'))
  const removed = waits ? await waitFor(done) : undefined
  return removed === undefined ? { removed: 0, kept: 0, is_done: false } : { ...removed, is_done: true }
}

async function requireShopImport({ db }: Pick<Deps, 'db'>, id: number): Promise<repo.ShopImportRow> {
  const row = await repo.findShopImport(db, id)
  if (row === undefined) throw notFound('Import')
  return row
}

/** A process that stores or removes an import gives a sign with each of its transactions. */
const silenceMs = 30_000

/** Removes imports whose process has ended in the middle. Safe on several servers at once. */
export async function removeAbandoned(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - silenceMs).toISOString()
  const row = await repo.findOpen(deps.db, before)
  if (row === undefined) return
  const state = row.state === 'undoing' ? 'undoing' : 'cancelling'
  if (await repo.takeOver(deps.db, row, state, deps.now().toISOString())) await remove(deps, { ...row, state })
}

async function recordImport(
  tx: Parameters<typeof recordActivity>[0],
  actor: Actor,
  action: 'shop_import.stored' | 'shop_import.cancelled' | 'shop_import.failed' | 'shop_import.undone',
  { id, name }: { readonly id: number; readonly name: string },
  facts: object,
  at: Date,
): Promise<void> {
  await recordActivity(tx, { actor, action, subject: { kind: 'shop_import', id, name }, changes: creation(facts), at })
}
