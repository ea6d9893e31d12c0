import type { BulkSet, Product } from '@keydesk/contract'
import { plural } from '../../../kit/format.ts'

type Field = keyof BulkSet

/** What becomes of `count` products, as the rest of a sentence that begins with '5 products'. */
const outcomes: { readonly [Name in Field]-?: (value: NonNullable<BulkSet[Name]>, isOne: boolean) => string } = {
  update_status: (status, isOne) => `${isOne ? 'becomes' : 'become'} ${status}`,
  detection_status: (status, isOne) => `${isOne ? 'becomes' : 'become'} ${status}`,
  sales_paused: (isPaused) =>
    isPaused ? 'cannot be bought until sales are resumed; pending orders can still be paid' : 'can be bought again',
  featured: (isFeatured, isOne) =>
    isFeatured ? `${isOne ? 'is' : 'are'} shown first in the store` : `${isOne ? 'is' : 'are'} not featured any more`,
  unlisted: (isUnlisted, isOne) =>
    isUnlisted ? `${isOne ? 'is' : 'are'} hidden from the store` : `${isOne ? 'is' : 'are'} shown in the store`,
}

/** One sentence for each thing that changes: of how many products, and how many are so already. */
export function consequencesOf(products: readonly Product[], set: BulkSet): string[] {
  const chosen = Object.entries(set).filter(([, value]) => value !== undefined) as [Field, never][]
  return chosen.map(([field, value]) => {
    const changed = products.filter((product) => (product[field] ?? false) !== value).length
    const already = products.length - changed
    if (changed === 0) return `Nothing changes in ${names[field]}: ${already === 1 ? 'it is' : `all ${already} are`} so already.`
    const sentence = `${plural(changed, 'product')} ${outcomes[field](value, changed === 1)}`
    return already === 0 ? `${sentence}.` : `${sentence} (${already} ${already === 1 ? 'is' : 'are'} so already).`
  })
}

const names: Readonly<Record<Field, string>> = {
  update_status: 'update status',
  detection_status: 'detection status',
  sales_paused: 'sales',
  featured: 'featured',
  unlisted: 'listing',
}
