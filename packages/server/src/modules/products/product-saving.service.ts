import { checkProduct, isBlankHtml, type Product, type ProductInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound, staleVersion } from '../../errors.ts'
import { cleanTexts } from '../../html/clean-texts.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { holdSales } from '../variants/reservation.service.ts'
import { viewProduct } from './product-view.service.ts'
import * as repo from './products.repo.ts'
import { mergeProduct } from './products.rules.ts'

/**
 * Saves the given fields of a product; a save without changes records nothing.
 * @throws 404, 409 `stale_version` with the product as it is, 400 for an update item without a description and for a new text over its limit
 */
export async function updateProduct(deps: Deps, actor: Actor, id: number, { version, ...input }: ProductInput): Promise<Product> {
  const cleaned = await cleanInput(input)
  return transact(deps.db, async (tx) => {
    if (cleaned.sales_paused === true) await holdSales(tx, [id])
    const stored = await repo.findLiveProduct(tx, id, { lock: true })
    if (stored === undefined) throw notFound('Product')
    if (version !== undefined && version !== stored.version) throw staleVersion('product', await viewProduct(deps, tx, stored))
    refuseProblems(checkProduct(cleaned, stored.fields))
    const fields = mergeProduct(stored.fields, cleaned)
    const changes = differences(stored.fields, fields)
    const changed = Object.keys(changes)
    if (changed.length === 0) return viewProduct(deps, tx, stored)
    const at = deps.now()
    const saved = { ...stored, fields, version: stored.version + 1, updated_at: at.toISOString() }
    await repo.updateProduct(tx, saved, changed)
    const subject = { kind: 'product' as const, id, name: fields.name }
    await recordActivity(tx, { actor, action: 'product.updated', subject, changes, at })
    return viewProduct(deps, tx, saved)
  })
}

type Input = Omit<ProductInput, 'version'>

/**
 * Cleans HTML before it is stored (docs/reference/products.md, Rich text), and before the transaction, since it may take a while.
 */
async function cleanInput(input: Input): Promise<Input> {
  const { full_description, requirements, updates, ...rest } = input
  const texts = [full_description ?? '', requirements ?? '', ...(updates ?? []).map((update) => update.description)]
  const [description = '', demands = '', ...descriptions] = await cleanTexts(texts)
  return {
    ...rest,
    ...(full_description !== undefined && { full_description: description }),
    ...(requirements !== undefined && { requirements: demands }),
    ...(updates !== undefined && {
      updates: updates.map((update, index) => ({ ...update, description: requireDescription(index, descriptions[index]) })),
    }),
  }
}

function requireDescription(index: number, cleaned = ''): string {
  if (isBlankHtml(cleaned)) refuseProblems({ [`updates.${index}.description`]: 'Description is required' })
  // Cleaning may leave blanks at the ends, which the next save would trim.
  return cleaned.trim()
}

function refuseProblems(problems: Record<string, string>): void {
  const [headline] = Object.values(problems)
  if (headline !== undefined) throw invalid(headline, problems)
}
