import { type KeyDisposition, type KeyImportCounts, keyDispositions } from '@keydesk/contract'
import { formatCount, plural } from '../../../kit/text/format.ts'

/** The names of the kinds of lines in a preview. */
export const dispositionNames: Record<KeyDisposition, string> = {
  new: 'New',
  repeated: 'Repeated in the list',
  in_stock: 'In this stock already',
  sold: 'Sold or reserved',
  elsewhere: 'In another variant',
  invalid: 'Not a key',
}

const afterwards: Record<Exclude<KeyDisposition, 'new'>, string> = {
  repeated: 'repeated',
  in_stock: 'already in stock',
  sold: 'sold or reserved',
  elsewhere: 'in another variant',
  invalid: 'not a key',
}

export const notNew = keyDispositions.filter((kind) => kind !== 'new')

/** '198 keys added. Not added: 1 repeated, 1 already in stock', or that nothing was added. */
export function importedText(counts: KeyImportCounts): string {
  const others = notNew.flatMap((kind) => (counts[kind] === 0 ? [] : [`${formatCount(counts[kind])} ${afterwards[kind]}`]))
  const added = counts.new === 0 ? 'No key added' : `${plural(counts.new, 'key')} added`
  if (others.length === 0) return added
  return counts.new === 0 ? `${added}: ${others.join(', ')}` : `${added}. Not added: ${others.join(', ')}`
}

/** Why there is nothing to import; null if there is something. */
export function nothingNew(counts: KeyImportCounts): string | null {
  if (counts.new > 0) return null
  const known = counts.in_stock + counts.sold
  if (known > 0 && counts.elsewhere === 0)
    return `Nothing to import: ${known === 1 ? 'its one key is' : `all ${formatCount(known)} keys are`} in this variant already. It looks as if the list was imported before.`
  return 'Nothing to import: no line is a new key.'
}
