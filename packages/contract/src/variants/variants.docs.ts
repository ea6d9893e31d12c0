import { component, docs, versionText } from '../describe.ts'
import { keyChanges, licenseKey, newVariantInput, removedKey, variant, variantInput, variantSummary, variants } from './variants.ts'

export const maxPerOrderText = 'How many keys of the variant one order may have.'

const summaryFields = {
  price: 'US dollars.',
  stock: 'How many can be bought at this moment.',
  is_draft: 'True until its first save, when it was made without keys: not for sale, not announced.',
  version: versionText,
}
const editedFields = {
  max_per_order: maxPerOrderText,
  low_stock_threshold: 'The stock is low at this number or below, however long it lasts. Null for none.',
  keys_seen: 'Names the keys that were read. Send it back with the keys when you save.',
}

export const variantsDocs = docs(variants, {
  about: 'Variants and their stock of keys.',
  calls: {
    create: 'A variant without keys is a draft: not for sale and not announced before its first save.',
    update:
      'What the list adds and removes is counted in `meta`. With the `keys_seen` of the variant as it was read, only keys that it had then are removed. A list of keys needs `keys:write`, too.',
  },
  query: {
    permanent: 'Accepted, and changes nothing: a deletion is the same with and without it.',
  },
  components: {
    VariantSummary: component(variantSummary, 'A variant within its product: a count in place of the keys.', {
      ...summaryFields,
      is_low: 'Below 7 days, or at most the threshold of its own.',
      days_left: 'To 1 decimal, rounded down. Null or left out where nothing sells.',
    }),
    Variant: component(variant, 'A variant with its available keys, oldest first.', {
      ...summaryFields,
      ...editedFields,
    }),
    VariantInput: component(variantInput, 'What a save changes of a variant. `keys` is the whole available stock.', {
      price: 'US dollars.',
      ...editedFields,
      version: versionText,
    }),
    NewVariant: component(newVariantInput, 'A variant of a product, with its keys.', {
      price: 'US dollars.',
      max_per_order: maxPerOrderText,
    }),
    LicenseKey: component(licenseKey, 'A key that is for sale.', { value: 'What the customer gets.' }),
    KeyChanges: component(keyChanges, 'How the saved list of keys differed from the stock.', {
      added: 'Keys that were added.',
      removed: 'Keys that were removed.',
      duplicates: 'Lines whose value is on an earlier line.',
      already_sold: 'Reserved, sold or refunded keys of this variant, which are not added again.',
      elsewhere: 'Keys of other variants: a value is one key in the whole shop.',
      reserved_removed: 'Reserved keys that are removed, instead of released, when their orders are cancelled or expire.',
    }),
    RemovedKey: component(removedKey, 'A key that was taken out of the stock, and can be put back.', {
      value: 'What the customer would get.',
      removed_at: 'When it was removed.',
      removed_by: 'The name of the person who removed it.',
    }),
    RemovedKeyIds: component(variants.restoreKeys.body, 'Which removed keys to put back.', {
      ids: 'The ids of the removed keys. All of the variant if they are left out.',
    }),
    RestoredKeys: component(variants.restoreKeys.response.shape.data, 'How many were put back.', { restored: 'The number of keys.' }),
  },
})
