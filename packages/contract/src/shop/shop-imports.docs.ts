import { component, docs } from '../describe.ts'
import {
  cancelledShopImport,
  shopDispositions,
  shopExport,
  shopImport,
  shopImportCounts,
  shopImportFormats,
  shopImportKinds,
  shopImportPreview,
  shopFileRow,
  shopImports,
  shopImportStates,
  startedShopImport,
  startedShopImportStates,
  undoneShopImport,
} from './shop-imports.ts'

export const shopImportsDocs = docs(
  { ...shopImports, export: shopExport },
  {
    about: 'Moving a shop in and out.',
    calls: {
      start:
        'With `dry_run=true` the answer is 200 with what would become of each row; else 201 with the import. 400 for a file that cannot be read, with the row. 409: `import_running`.',
      cancel: '409: `not_running`.',
      undo: '409: `already_undone`, `import_running`, `undo_over` for an import older than two years.',
      export: 'A zip archive. Who downloads it is recorded.',
    },
    query: {
      dry_run: 'Whether to preview the import, and store nothing.',
      wait: 'Whether to answer only when everything is stored or removed, at most after 20 seconds. The list shows the progress.',
    },
    components: {
      ShopImportCounts: component(shopImportCounts, 'How many rows became what. Only `new` ones are stored.', {
        new: 'Rows that are stored.',
        exists: 'Rows whose thing is in the shop already. It is not changed.',
        invalid: 'Rows that cannot be used.',
      }),
      ShopFileRow: component(
        shopFileRow,
        'What becomes of a row.',
        {
          row: 'The number of the row as a spreadsheet shows it: the titles are row 1.',
          disposition: 'What the row is, as in `ShopImportCounts`.',
          reason: 'What the row becomes, or why it is not stored. Never a key.',
        },
        { disposition: shopDispositions },
      ),
      ShopImportPreview: component(shopImportPreview, 'What an import would do.', {
        rows: 'Every row, in the order of the file.',
        unused_columns: 'The titles of the columns that the import does not read.',
        currency: 'The currency of past orders, if the file names one. Their amounts are stored as dollars.',
      }),
      ShopImport: component(
        shopImport,
        'An import of a shop.',
        {
          format: 'Whose layout the file has.',
          file_name: 'The name of the file.',
          stored: 'How many of the new rows are stored so far.',
          kept: 'How many things stay after it was undone or cancelled or has failed, because something was built on them.',
          created_by: 'The name of the person who made it.',
          undone_at: 'Null unless it was undone or cancelled, or has failed.',
          undone_by: 'The name of the person who undid or cancelled it, `system` if it has failed; otherwise empty.',
        },
        { kind: shopImportKinds, format: shopImportFormats, state: shopImportStates },
      ),
      StartedShopImport: component(
        startedShopImport,
        'An import that is stored, or is being stored.',
        {
          counts: 'What the file has. A failed or cancelled import leaves nothing of it but what was sold, changed or built on meanwhile.',
          state: 'How far it is at the end of the call.',
        },
        { state: startedShopImportStates },
      ),
      UndoneShopImport: component(undoneShopImport, 'What an undone import took back, and what stays.', {
        removed: 'How many products, variants, keys or orders were removed.',
        kept: 'How many stay, because something was built on them.',
        is_done: 'False while it is being undone; then nothing is counted yet.',
      }),
      CancelledShopImport: component(cancelledShopImport, 'An import that is being cancelled.', {
        is_cancelling: 'Always true: what it has stored is being removed.',
      }),
    },
  },
)
