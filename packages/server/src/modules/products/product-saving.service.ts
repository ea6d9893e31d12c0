import { isBlankHtml, type Product, type ProductInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { breathe } from '../../breathe.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound, staleVersion } from '../../errors.ts'
import { cleanHtml } from '../../html/clean-html.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { viewProduct } from './product-view.service.ts'
import * as repo from './products.repo.ts'
import { mergeProduct } from './products.rules.ts'

/**
 * Saves what is sent of a product; a save that changes nothing leaves no trace.
 * @throws 404, 409 `stale_version` with the product as it is, 400 for an update item without a description
 */
export async function updateProduct(deps: Deps, actor: Actor, id: number, { version, ...input }: ProductInput): Promise<Product> {
  const cleaned = await cleanTexts(input)
  return transact(deps.db, async (tx) => {
    const stored = await repo.findLiveProduct(tx, id, { lock: true })
    if (stored === undefined) throw notFound('Product')
    if (version !== undefined && version !== stored.version) throw staleVersion('product', await viewProduct(deps, tx, stored))
    const fields = mergeProduct(stored.fields, cleaned)
    const changes = differences(stored.fields, fields)
    if (Object.keys(changes).length === 0) return viewProduct(deps, tx, stored)
    const at = deps.now()
    const saved = { ...stored, fields, version: stored.version + 1, updated_at: at.toISOString() }
    await repo.updateProduct(tx, saved)
    await recordActivity(tx, { actor, action: 'product.updated', subject: { kind: 'product', id }, changes, at })
    return viewProduct(deps, tx, saved)
  })
}

type Input = Omit<ProductInput, 'version'>

/**
 * HTML is cleaned on writing, whatever sent it (docs/reference/products.md, Rich text); before the transaction, since it takes its time.
 */
async function cleanTexts(input: Input): Promise<Input> {
  const cleaned = { ...input }
  if (input.full_description !== undefined) cleaned.full_description = await cleanHtml(input.full_description)
  if (input.requirements !== undefined) cleaned.requirements = await cleanHtml(input.requirements)
  if (input.updates !== undefined) cleaned.updates = await cleanUpdates(input.updates)
  return cleaned
}

async function cleanUpdates(updates: NonNullable<Input['updates']>): Promise<NonNullable<Input['updates']>> {
  const cleaned = []
  for (const [index, update] of updates.entries()) {
    const description = await cleanHtml(update.description)
    if (isBlankHtml(description)) throw invalid('Description is required', { [`updates.${index}.description`]: 'Description is required' })
    cleaned.push({ ...update, description })
    await breathe()
  }
  return cleaned
}
