import {
  centsToDollars,
  dollarsToCents,
  limits,
  partOfCents,
  type KeyImport,
  type KeyImportCost,
  type KeyImportCounts,
  type KeyImportInput,
  type KeyImportLine,
  type KeyImportPreview,
  type PageMeta,
  type StoredKeyImport,
  type UndoneKeyImport,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { inChunks } from '../../breathe.ts'
import { idsOf } from '../../ids.ts'
import type { PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { creation, recordActivity, type Changes } from '../activity/activity.service.ts'
import { countReplaced, countStates, groupByImport, removeImported, storeImported, type StateCount } from '../keys/imported-keys.service.ts'
import { findItemsOf, listExistingKeys, lockValues } from '../keys/keys.service.ts'
import { findNthKeyOf, listCostsByDay } from '../keys/key-costs.service.ts'
import type { Change } from '../keys/removed-keys.service.ts'
import { listOrdersOfItems } from '../orders/orders.service.ts'
import { addCosts, lockSales } from '../sales/sales.service.ts'
import { editStock, lockStock, requireKnownVariant, requireLiveVariant } from '../variants/variants.service.ts'
import { countLines, ImportReader, noLines, placeLines, type PlacedLines, type RefusedLine } from './key-imports.rules.ts'
import * as repo from './key-imports.repo.ts'

/**
 * Previews an import (docs/reference/key-imports.md, Imports). Stores and locks nothing.
 * @throws 404
 */
export async function previewKeyImport({ db }: Deps, variantId: number, { values }: KeyImportInput): Promise<KeyImportPreview> {
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
 * Adds the new values of a list to the stock, as an import that can be undone. Stores all of it or nothing. Importing the same list again
 * makes an import without keys.
 * @throws 404
 */
export async function importKeys(deps: Deps, actor: Actor, variantId: number, input: KeyImportInput): Promise<StoredKeyImport> {
  return transact(deps.db, async (tx) => {
    const variant = await requireLiveVariant(tx, variantId, { lock: true })
    await lockValues(tx)
    const at = deps.now()
    const { name, supplier } = input
    const created_at = at.toISOString()
    const row = { variant_id: variantId, name, supplier, added: 0, created_at, created_by: actor.name, cost_cents: null }
    const id = await repo.insertKeyImport(tx, row)
    const counts = noLines()
    const change = { at, actor, number: variant.stock_changes + 1 }
    await inPlacedChunks(tx, variantId, input.values, async (placed) => {
      countLines(counts, await store(tx, variantId, id, placed, change), placed.refused)
    })
    const added = counts.new
    if (added > 0) await repo.setAdded(tx, id, added)
    const cost = await storeCost(tx, id, added, input)
    const stock = added > 0 ? await editStock(tx, variant, added) : variant.stock
    const changes = {
      ...(added > 0 && { stock: { before: variant.stock, after: stock } }),
      ...importChanges(name, counts),
      ...(supplier !== '' && creation({ supplier })),
    }
    await recordActivity(tx, {
      actor,
      action: 'variant.updated',
      subject: { kind: 'variant', id: variantId, name: variant.name },
      changes,
      at,
    })
    return { id, name, supplier, added, counts, created_at, ...cost }
  })
}

/**
 * Sets or corrects the cost of an import. Keys of it that are sold count with the new cost, at the days of their sales.
 * @throws 404, 409 `import_running`
 */
export async function setKeyImportCost(deps: Deps, actor: Actor, id: number, input: KeyImportCost): Promise<KeyImport> {
  const { variant_id } = await requireKeyImport(deps.db, id)
  return transact(deps.db, async (tx) => {
    // Sales wait for the second lock, replacements and imports for the first.
    await lockStock(tx, [variant_id])
    const variant = await requireKnownVariant(tx, variant_id)
    await lockSales(tx, variant_id, variant.product_id)
    const { name, added } = await requireKeyImport(tx, id)
    await requireUnchanging(tx, id, name)
    const before = await listCostsByDay(tx, id)
    await storeCost(tx, id, added, input)
    const after = await listCostsByDay(tx, id)
    const differences = after.map(({ day, cost_cents, units_without_cost }, nth) => ({
      day,
      cost_cents: cost_cents - before[nth]!.cost_cents,
      units_without_cost: units_without_cost - before[nth]!.units_without_cost,
    }))
    await addCosts(tx, variant.product_id, differences)
    // The amounts are left out: more people may read the history of a variant than the books.
    const changes = { import_cost: { before: null, after: name } }
    const subject = { kind: 'variant' as const, id: variant_id, name: variant.name }
    await recordActivity(tx, { actor, action: 'variant.updated', subject, changes, at: deps.now() })
    return (await toImports(tx, [await requireKeyImport(tx, id)]))[0]!
  })
}

/** Stores the cost of a key import whose keys are stored. */
async function storeCost(tx: Db, id: number, added: number, { cost_total = null, cost_per_key = null }: KeyImportCost) {
  const cost_cents = cost_total !== null ? dollarsToCents(cost_total) : cost_per_key !== null ? dollarsToCents(cost_per_key) * added : null
  const leftOver = cost_cents === null || added === 0 ? 0 : cost_cents % added
  const dearer_until = leftOver === 0 ? 0 : await findNthKeyOf(tx, id, leftOver)
  await repo.setCost(tx, id, { cost_cents, dearer_until })
  return toCosts({ cost_cents, added })
}

const toCosts = ({ cost_cents, added }: Pick<repo.KeyImportRow, 'cost_cents' | 'added'>) => ({
  cost_total: cost_cents === null ? null : centsToDollars(cost_cents),
  cost_per_key: cost_cents === null || added === 0 ? null : centsToDollars(partOfCents(cost_cents, 1, added)),
})

/** Keys that an undo leaves: orders hold them, or a restore does. */
const keptStates: ReadonlySet<StateCount['state']> = new Set(['reserved', 'sold', 'revoked', 'withheld'])

/**
 * Removes the available keys of an import from the stock (docs/reference/key-imports.md, Undoing an import). Reserved ones are marked, and
 * removed if their order ends unpaid; so are withheld ones once they are released.
 * @throws 404, also for a deleted variant, whose keys are already removed; 409 `already_undone`, `import_running`
 */
export async function undoKeyImport(deps: Deps, actor: Actor, id: number): Promise<UndoneKeyImport> {
  const { variant_id } = await requireKeyImport(deps.db, id)
  return transact(deps.db, async (tx) => {
    const variant = await requireLiveVariant(tx, variant_id, { lock: true })
    // Read after locking the variant: every undo of its imports takes that lock.
    const { name, undone_at } = await requireKeyImport(tx, id)
    if (undone_at !== null) throw conflict(`The import ${name} is already undone`, 'already_undone')
    await requireUnchanging(tx, id, name)
    const at = deps.now()
    const { removed, marked } = await removeImported(tx, id, actor, at)
    await repo.setUndone(tx, id, at.toISOString(), actor.name)
    // A mark alone is a new version, too: otherwise an editor that was opened before would save the marked key as wanted.
    const stock = removed > 0 || marked > 0 ? await editStock(tx, variant, -removed) : variant.stock
    const changes = {
      ...(removed > 0 && { stock: { before: variant.stock, after: stock } }),
      ...creation({ import_undone: name, keys_removed: removed, ...(marked > 0 && { reserved_keys_removed: marked }) }),
    }
    await recordActivity(tx, {
      actor,
      action: 'variant.updated',
      subject: { kind: 'variant', id: variant_id, name: variant.name },
      changes,
      at,
    })
    const kept = (await countStates(tx, [id])).filter(({ state }) => keptStates.has(state))
    return { removed, kept: kept.reduce((sum, { count }) => sum + count, 0) }
  })
}

async function requireKeyImport(db: Db, id: number): Promise<repo.KeyImportRow> {
  const row = await repo.findKeyImport(db, id)
  if (row === undefined) throw notFound('Import')
  return row
}

/**
 * Later parts of a shop import add keys to the key import, which would have no part of its cost, or be for sale though it is undone.
 * @param tx a transaction that has locked the variant's row, as each part does
 */
async function requireUnchanging(tx: Db, id: number, name: string): Promise<void> {
  if (await repo.isChanging(tx, id))
    throw conflict(`The import of ${name} is being stored or removed. Wait until that is done`, 'import_running')
}

/** Imports by their ids. */
export const findKeyImports = repo.findKeyImports

/** An import by its id. */
export const findKeyImport = repo.findKeyImport

/**
 * The imports of a variant, newest first, 100 unless a limit is given. Works for a deleted variant, too.
 * @throws 404
 */
export async function listKeyImports(deps: Deps, variantId: number, request: PageRequest): Promise<{ data: KeyImport[]; meta: PageMeta }> {
  await requireKnownVariant(deps.db, variantId)
  const { rows, meta } = await repo.listKeyImports(deps.db, variantId, { ...request, limit: request.limit ?? limits.newestKeyImports })
  return { data: await toImports(deps.db, rows), meta }
}

async function toImports(db: Db, rows: readonly repo.KeyImportRow[]): Promise<KeyImport[]> {
  const ids = idsOf(rows)
  const states = Map.groupBy(await countStates(db, ids), (row) => row.import_id)
  const replaced = await countReplaced(db, ids)
  return rows.map((row) => toImport(row, states.get(row.id) ?? [], replaced.get(row.id) ?? 0))
}

function toImport(row: repo.KeyImportRow, states: readonly StateCount[], replaced: number): KeyImport {
  const of = (state: StateCount['state']) => states.find((each) => each.state === state)?.count ?? 0
  const { id, name, supplier, added, created_at, created_by, undone_at, undone_by } = row
  return {
    ...{ id, name, supplier, added, created_at, created_by, undone_at, undone_by: undone_by ?? '' },
    ...{ left: of('available'), reserved: of('reserved'), held: of('withheld'), removed: of('removed') },
    ...{ sold: of('sold') + of('revoked') + of('struck') - replaced, replaced },
    ...toCosts(row),
  }
}

/** Reads a list in chunks and decides what happens to the lines of each. */
async function inPlacedChunks(
  db: Db,
  variantId: number,
  lines: readonly string[],
  work: (placed: PlacedLines) => Promise<void>,
): Promise<void> {
  const reader = new ImportReader()
  await inChunks(lines, async (some) => {
    const { values, refused } = reader.read(some)
    const existing = values.length === 0 ? [] : await listExistingKeys(db, valuesOf(values))
    const placed = placeLines(variantId, values, existing)
    await work({ ...placed, refused: [...refused, ...placed.refused].toSorted((one, other) => one.line - other.line) })
  })
}

/** Stores the new keys of some lines. Returns how many there are. */
async function store(tx: Db, variantId: number, importId: number, { fresh, back, refused }: PlacedLines, change: Change): Promise<number> {
  const backIds = idsOf(back)
  // The list contains them again, so they are no longer marked for removal, as in a saved list.
  const reservedIds = refused.flatMap(({ disposition, key }) => (disposition === 'sold' && key?.state === 'reserved' ? [key.id] : []))
  await storeImported(tx, variantId, importId, { fresh, backIds, earlier: await findEarlier(tx, backIds), reservedIds }, change)
  return fresh.length + back.length
}

/** Earlier imports that contained some of these keys, with the ids of the keys. */
async function findEarlier(tx: Db, keyIds: readonly number[]): Promise<ReadonlyMap<repo.KeyImportRow, readonly number[]>> {
  const byImport = keyIds.length === 0 ? new Map<number, number[]>() : await groupByImport(tx, keyIds)
  const imports = byImport.size === 0 ? [] : await repo.findKeyImports(tx, [...byImport.keys()])
  return new Map(imports.map((row) => [row, byImport.get(row.id)!]))
}

async function toLines(db: Db, refused: readonly RefusedLine[]): Promise<KeyImportLine[]> {
  const sold = refused.flatMap(({ disposition, key }) => (disposition === 'sold' && key !== undefined ? [key.id] : []))
  const items = sold.length === 0 ? new Map<number, number>() : await findItemsOf(db, sold)
  const orders = items.size === 0 ? new Map<number, number>() : await listOrdersOfItems(db, [...items.values()])
  return refused.map(({ key, ...line }) => (line.disposition === 'sold' ? { ...line, order_id: orders.get(items.get(key!.id)!) } : line))
}

/** Counts of keys, never values (docs/reference/calls.md, Activity). */
function importChanges(name: string, counts: KeyImportCounts): Changes {
  const { new: keys_added, ...others } = counts
  return creation({ import: name, keys_added, ...Object.fromEntries(Object.entries(others).filter(([, count]) => count > 0)) })
}

const valuesOf = (lines: readonly { value: string }[]): string[] => lines.map((line) => line.value)
