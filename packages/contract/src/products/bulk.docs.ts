import { component, docs, innerObject } from '../describe.ts'
import { bulk, bulkChange, bulkInput, bulkSkipped, bulkSet, bulkUndo } from './bulk.ts'

export const bulkDocs = docs(bulk, {
  about: 'Changes of several products in one action.',
  calls: {
    change:
      'With `announce` one message lists all of the products, if one of them changes; otherwise nothing is posted. One product that is not there is a 404, and nothing is changed.',
    undo: '409: `undo_over` after 30 seconds, a second time, or for an unknown token.',
  },
  components: {
    BulkInput: component(bulkInput, 'Which products, and what becomes of all of them.', {
      ids: 'The ids of the products.',
      set: 'The new values.',
      announce:
        'Posts one message about all of these products to the updates channel. If it is left out, or no product changes, nothing is posted.',
    }),
    BulkSet: component(bulkSet, 'What is left out stays as it is in each product.', {
      sales_paused: 'While it is true, quotes and purchases are refused; a pending order can still be completed.',
    }),
    BulkAnnouncement: component(innerObject(bulkInput.shape.announce), 'The words of the one message about them.'),
    BulkChange: component(bulkChange, 'Which products the action changed.', {
      changed: 'The ids of products that the action changed; the others had these values already.',
      undo_token: 'Good for one undo, for 30 seconds.',
    }),
    BulkUndoInput: component(bulk.undo.body, 'Which change to undo.', { undo_token: 'Good for one undo, for 30 seconds.' }),
    BulkUndo: component(
      bulkUndo,
      'Which products are as they were, and what was left as somebody changed it since. After a change of prices: which variants.',
      {
        changed: 'The ids of those that have their earlier values again.',
        kept: 'Those that keep values, because somebody changed these since.',
      },
    ),
    BulkKept: component(bulkSkipped, 'What was left in one product or variant.', {
      fields: 'Names of the fields that keep their value; for one that was deleted since, all that were changed.',
    }),
  },
})
