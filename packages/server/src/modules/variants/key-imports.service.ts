import {
  limits,
  type KeyImport,
  type KeyImportCounts,
  type KeyImportInput,
  type KeyImportLine,
  type KeyImportPreview,
  type PageMeta,
  type StoredKeyImport,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { inChunks } from '../../breathe.ts'
import type { PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { recordActivity, type Changes } from '../activity/activity.service.ts'
import { keepImports, keepRemovals } from './key-events.repo.ts'
import { countLines, ImportReader, noLines, placeLines, type PlacedLines, type RefusedLine } from './key-imports.rules.ts'
import * as repo from './key-imports.repo.ts'
import { insertKeys, listHolders, lockValues } from './keys.repo.ts'
import { markReservedKeys, restoreKeys } from './removed-keys.repo.ts'
import { idsOf, type Change } from './stock.service.ts'
import { hasVariant, updateVariant } from './variants.repo.ts'
import { requireLiveVariant } from './variants.service.ts'

/**
 * What an import would do (docs/reference/key-imports.md, Imports): nothing is stored, and nothing is locked.
 * @throws 404
 */
export async function previewImport({ db }: Deps, variantId: number, { values }: KeyImportInput): Promise<KeyImportPreview> {
  await requireLiveVariant(db, variantId)
  const counts = noLines()
  const lines: KeyImportLine[] = []
  await inPlacedChunks(db, variantId, values, async ({ fresh, back, refused }) => {
    countLines(counts, fresh.length + back.length, refused)
    lines.push(...(await toLines(db, refused)))
  })
  return { counts, lines }
}

/**
 * Adds the new values of a list to the stock, as a batch that can be undone. All of it is stored, or nothing. A list that was imported
 * before makes a batch without keys.
 * @throws 404
 */
export async function importKeys(deps: Deps, actor: Actor, variantId: number, input: KeyImportInput): Promise<StoredKeyImport> {
  return transact(deps.db, async (tx) => {
    const variant = await requireLiveVariant(tx, variantId, { lock: true })
    await lockValues(tx)
    const at = deps.now()
    const { name, supplier } = input
    const created_at = at.toISOString()
    const id = await repo.insertImport(tx, { variant_id: variantId, name, supplier, added: 0, created_at, created_by: actor.name })
    const counts = noLines()
    const change = { at, actor, number: variant.stock_changes + 1 }
    await inPlacedChunks(tx, variantId, input.values, async (placed) => {
      countLines(counts, await store(tx, variantId, id, placed, change), placed.refused)
    })
    const added = counts.new
    const stock = variant.stock + added
    if (added > 0) {
      await repo.setAdded(tx, id, added)
      await updateVariant(tx, variantId, { stock, stock_changes: change.number, version: variant.version + 1 })
    }
    const changes = {
      ...(added > 0 && { stock: { before: variant.stock, after: stock } }),
      ...importChanges(name, counts),
      ...(supplier !== '' && { supplier: { before: null, after: supplier } }),
    }
    await recordActivity(tx, {
      actor,
      action: 'variant.updated',
      subject: { kind: 'variant', id: variantId, name: variant.name },
      changes,
      at,
    })
    return { id, name, supplier, added, counts, created_at }
  })
}

/**
 * The imports of a variant, newest first: the newest 100 unless a limit says otherwise. Those of a deleted variant, too.
 * @throws 404
 */
export async function listImports(deps: Deps, variantId: number, request: PageRequest): Promise<{ data: KeyImport[]; meta: PageMeta }> {
  if (!(await hasVariant(deps.db, variantId))) throw notFound('Variant')
  const { rows, meta } = await repo.listImports(deps.db, variantId, { ...request, limit: request.limit ?? limits.newestKeyImports })
  const ids = idsOf(rows)
  const states = Map.groupBy(await repo.countStates(deps.db, ids), (row) => row.import_id)
  const replaced = await repo.countReplaced(deps.db, ids)
  return { data: rows.map((row) => toImport(row, states.get(row.id) ?? [], replaced.get(row.id) ?? 0)), meta }
}

function toImport(row: repo.KeyImportRow, states: readonly repo.StateCount[], replaced: number): KeyImport {
  const of = (state: repo.StateCount['state']) => states.find((each) => each.state === state)?.count ?? 0
  const { id, name, supplier, added, created_at, created_by, undone_at, undone_by } = row
  return {
    ...{ id, name, supplier, added, created_at, created_by, undone_at, undone_by: undone_by ?? '' },
    ...{ left: of('available'), reserved: of('reserved'), removed: of('removed') },
    ...{ sold: of('sold') + of('revoked') - replaced, replaced },
  }
}

/** Reads a list and finds out what becomes of its lines, some at a time. */
async function inPlacedChunks(
  db: Db,
  variantId: number,
  lines: readonly string[],
  work: (placed: PlacedLines) => Promise<void>,
): Promise<void> {
  const reader = new ImportReader()
  await inChunks(lines, async (some) => {
    const { values, refused } = reader.read(some)
    const holders = values.length === 0 ? [] : await listHolders(db, valuesOf(values))
    const placed = placeLines(variantId, values, holders)
    await work({ ...placed, refused: [...refused, ...placed.refused].toSorted((one, other) => one.line - other.line) })
  })
}

/** Stores what is new of some lines, and answers how many keys that are. */
async function store(tx: Db, variantId: number, importId: number, { fresh, back, refused }: PlacedLines, change: Change): Promise<number> {
  if (fresh.length > 0) await insertKeys(tx, variantId, fresh, change.at.toISOString(), change.number, importId)
  // Wanted after all, as in a saved list: a reserved key that was struck is offered again when its order ends unpaid.
  const reserved = refused.flatMap(({ disposition, key }) => (disposition === 'sold' && key?.state === 'reserved' ? [key.id] : []))
  if (reserved.length > 0) await markReservedKeys(tx, reserved, null)
  if (back.length > 0) {
    const ids = idsOf(back)
    await keepImports(tx, ids)
    await keepRemovals(tx, ids)
    await restoreKeys(tx, ids, change.number, importId)
  }
  return fresh.length + back.length
}

async function toLines(db: Db, refused: readonly RefusedLine[]): Promise<KeyImportLine[]> {
  const sold = refused.flatMap(({ disposition, key }) => (disposition === 'sold' && key !== undefined ? [key.id] : []))
  const orders = sold.length === 0 ? new Map<number, number>() : await repo.listOrdersOfKeys(db, sold)
  return refused.map(({ key, ...line }) => (line.disposition === 'sold' ? { ...line, order_id: orders.get(key!.id) } : line))
}

/** Of keys only how many, never which (docs/reference/calls.md, Activity). */
function importChanges(name: string, counts: KeyImportCounts): Changes {
  const { new: keys_added, ...others } = counts
  const said = Object.entries({ keys_added, ...others }).filter(([field, count]) => count > 0 || field === 'keys_added')
  return {
    import: { before: null, after: name },
    ...Object.fromEntries(said.map(([field, count]) => [field, { before: null, after: count }])),
  }
}

const valuesOf = (lines: readonly { value: string }[]): string[] => lines.map((line) => line.value)
