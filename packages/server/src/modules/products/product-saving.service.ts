import { checkProduct, isBlankHtml, type ProductInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { invalid } from '../../errors.ts'
import { cleanTexts } from '../../html/clean-texts.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import * as repo from './products.repo.ts'
import { mergeProduct } from './products.rules.ts'

/**
 * Saves the given fields of a product and returns the saved product. A save without changes records nothing.
 * @param stored read after its row was locked
 * @param input the result of `cleanInput`
 * @param isRestore whether the fields are restored from the history
 * @throws 400 for an update item without a description and for a new text over its limit
 */
export async function saveProduct(
  tx: Db,
  actor: Actor,
  at: Date,
  stored: repo.StoredProduct,
  input: Input,
  { isRestore = false } = {},
): Promise<repo.StoredProduct> {
  refuseProblems(checkProduct(input, stored.fields))
  const fields = mergeProduct(stored.fields, input)
  const changes = differences(stored.fields, fields)
  const changed = Object.keys(changes)
  if (changed.length === 0) return stored
  const saved = { ...stored, fields, version: stored.version + 1, updated_at: at.toISOString() }
  await repo.updateProduct(tx, saved, changed)
  const subject = { kind: 'product' as const, id: stored.id, name: fields.name }
  await recordActivity(tx, { actor, action: 'product.updated', subject, changes, isRestore, at })
  return saved
}

type Input = Omit<ProductInput, 'version'>

/**
 * Cleans HTML before it is stored (docs/reference/products.md, Rich text). Call it before the transaction, because it may be slow.
 * @throws 400 for an update item without a description
 */
export async function cleanInput(input: Input): Promise<Input> {
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
  // Cleaning may leave whitespace at the ends, which the next save would trim.
  return cleaned.trim()
}

function refuseProblems(problems: Record<string, string>): void {
  const [headline] = Object.values(problems)
  if (headline !== undefined) throw invalid(headline, problems)
}
