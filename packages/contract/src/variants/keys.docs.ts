import { component, docs } from '../describe.ts'
import {
  keyDispositions,
  keyEvent,
  keyEventKinds,
  keyHistory,
  keyImport,
  keyImportCost,
  keyImportCounts,
  keyImportInput,
  keyImportLine,
  keyImportPreview,
  keyLookupInput,
  keys,
  storedKeyImport,
  undoneKeyImport,
} from './keys.ts'

const costFields = {
  cost_total: 'What the batch cost in US dollars; null where it is not known. Left out without `payouts:read`.',
  cost_per_key: 'The same for one key, rounded to the cent.',
}

export const keysDocs = docs(keys, {
  about: 'Imports of keys, and the life of a key.',
  calls: {
    import:
      'Blank lines and values that cannot be keys are counted as `invalid`, not refused. The same list again stores no key: `added` is 0. With `dry_run=true` the answer is 200 with what the import would do; else 201 with the import.',
    setImportCost:
      'The cost is sent in total or per key; without both it is unknown again. A total is divided over the keys that the import added. 409: `import_running` while an import of a shop stores or removes the batch.',
    undoImport:
      '409: `already_undone`, `import_running` while an import of a shop stores or removes the batch. The keys can be put back from the removed keys for 30 days.',
    lookup: 'By POST, so that no key is in a URL. With `or_null=true` a key that is not found is null, else 404.',
  },
  query: {
    dry_run: 'Whether to look only, and store nothing.',
    or_null: 'Whether a key that is not found is null instead of 404.',
  },
  components: {
    KeyImportInput: component(keyImportInput, 'A batch of keys, one value a line.', {
      name: 'Names the batch, such as the name of its file.',
      values: 'One key each.',
      cost_total: 'What the batch cost in US dollars. Either this or `cost_per_key`, and only from a role with `payouts:read`.',
      cost_per_key: 'What each key of it cost in US dollars.',
    }),
    KeyImportCost: component(keyImportCost, 'What a batch of keys cost.', {
      cost_total: 'What it cost as a whole, in US dollars. Either this or `cost_per_key`; without both the cost is unknown.',
      cost_per_key: 'What each key of it cost, in US dollars.',
    }),
    KeyImportCounts: component(keyImportCounts, 'How many lines became what. Only `new` ones are stored.', {
      new: 'Lines that are stored, as new keys or as removed ones that come back.',
      repeated: 'Lines whose value is on an earlier line.',
      in_stock: 'Lines whose value is an available key of the variant.',
      sold: 'Lines whose value is a key of the variant that an order holds or held.',
      elsewhere: 'Lines whose value is a key of another variant.',
      invalid: 'Lines whose value cannot be a key.',
    }),
    KeyImportLine: component(
      keyImportLine,
      'A line that would not be stored.',
      {
        line: 'The number of the line; the first is 1.',
        disposition: 'What the line is, as in `KeyImportCounts`.',
        reason: 'With `invalid`: why it cannot be a key.',
        order_id: 'With `sold`: the order that holds the key.',
        variant_id: 'With `elsewhere`: the variant that has it.',
      },
      {
        disposition: keyDispositions.filter((disposition) => disposition !== 'new'),
      },
    ),
    KeyImportPreview: component(keyImportPreview, 'What an import would do.', { lines: 'The lines that are not `new`, in their order.' }),
    StoredKeyImport: component(storedKeyImport, 'An import that was stored.', {
      added: 'How many keys were added: 0 if the same list was imported before.',
      ...costFields,
    }),
    KeyImport: component(keyImport, 'A batch of keys, and what became of them.', {
      added: 'How many keys were added.',
      left: 'How many of them are available.',
      reserved: 'How many of them pending orders hold.',
      held: 'How many of them a restore withholds until an owner decides.',
      sold: 'How many of them were sold and not replaced; refunded ones count too, and those that were struck after a restore.',
      replaced: 'How many of them were sold, and replaced by another key since.',
      removed: 'How many of them are removed, and can be restored for 30 days.',
      created_by: 'The name of the person who imported them.',
      undone_at: 'Null unless it was undone.',
      undone_by: 'The name of the person who undid it; empty unless it was undone.',
      ...costFields,
    }),
    UndoneKeyImport: component(undoneKeyImport, 'What an undone import took back, and what it left.', {
      removed: 'How many keys were taken out of the stock. They can be restored for 30 days.',
      kept: 'How many keys of the import orders or a restore hold. Reserved ones are removed if their order is cancelled or expires, withheld ones when they are released.',
    }),
    KeyLookup: component(keyLookupInput, 'A key: its value, as its customer sent it, or its id.', {
      value: 'The value as the customer sent it. Either this or `id`.',
      id: 'Either this or `value`.',
    }),
    KeyHistory: component(
      keyHistory,
      'Where a key is, and everything that happened to it.',
      {
        is_deleted: 'True if its variant is deleted; left out otherwise.',
        import_id: 'The import that added it, or null.',
        order_id: 'The order that holds it, or null.',
      },
      {
        state: ['available', 'reserved', 'sold', 'revoked', 'removed', 'withheld', 'struck'],
      },
    ),
    KeyEvent: component(
      keyEvent,
      'Something that happened to a key.',
      {
        actor: 'The name of the person who did it. Empty where it is not recorded.',
        order_id: 'The order that it was reserved for or sold with. With `struck`: the order that sold it before the restore, if known.',
        import_id: 'With `imported`: the import.',
        reason: 'With `replaced`: why the customer got another key.',
        note: 'With `replaced`: the note of the member. With `revoked`: the reason of the refund.',
        other_key_id: 'With `replaced`: the key that replaced it. With `sold`: the key that it replaced, if it did.',
      },
      { kind: keyEventKinds },
    ),
  },
})
