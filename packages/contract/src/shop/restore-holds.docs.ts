import { component, docs } from '../describe.ts'
import {
  decidedKeys,
  decidedMessages,
  withheldBatch,
  withheldKeysInput,
  heldMessage,
  heldMessagesInput,
  restoreHolds,
  restoreHoldsView,
  soldKeysInput,
} from './restore-holds.ts'

export const restoreHoldsDocs = docs(restoreHolds, {
  about:
    'What a restore holds until an owner decides: keys that may have been sold after the backup, and messages that may have been sent.',
  calls: {
    applySoldKeys: 'The lines are those of the file that `doctor --since` writes. Lines without a withheld key are ignored.',
  },
  components: {
    RestoreHolds: component(restoreHoldsView, 'Everything that a restore holds.', {
      batches: 'Withheld keys by variant and import.',
      messages: 'The oldest held messages, at most 200.',
      message_count: 'How many messages are held.',
      lost_orders: 'How many orders the last restore lost, because they were made after the backup.',
      lost_orders_file: 'The name of the file in the data folder that has them; empty if there are none.',
    }),
    WithheldBatch: component(withheldBatch, 'Withheld keys of one variant and import.', {
      id: 'Names the batch in `batches`.',
      import_name: 'Empty for keys that were saved in a list.',
      keys: 'How many keys of it are withheld.',
    }),
    HeldMessage: component(
      heldMessage,
      'A message that waited in the backup, or came from an order that the restore ended. The same may have been sent since the backup.',
      {
        id: 'Names the message in `ids`.',
        channel: '`discord`, `webhook` or `mail`.',
        event: 'The type of a post, or the event of a webhook.',
        about: 'The title of an announcement, the name of a product, or a text such as `order 5`; empty for other mails.',
        receiver: 'The address of a webhook or of a mail; empty for Discord and a deleted webhook.',
        due_at: 'When it was due; in the future if it is scheduled.',
      },
    ),
    WithheldKeysInput: component(withheldKeysInput, 'A decision over withheld keys.', {
      decision: 'Whether they are for sale again, or never again.',
      batches: 'The ids of batches. All of them if left out.',
    }),
    SoldKeysInput: component(soldKeysInput, 'The file of sold keys.', {
      lines: 'The SHA-256 of a sold key in hexadecimal, then a space and its order if that is known.',
    }),
    DecidedKeys: component(decidedKeys, 'What became of withheld keys.', {
      released: 'How many are for sale again.',
      removed: 'How many are removed instead, because their import was undone since the backup. They can be restored for 30 days.',
      struck: 'How many left the stock for good.',
    }),
    HeldMessagesInput: component(heldMessagesInput, 'A decision over held messages.', {
      decision: 'Whether they are sent, or left unsent.',
      ids: 'The ids of messages. All of them if left out.',
    }),
    DecidedMessages: component(decidedMessages, 'What became of held messages.', { messages: 'How many are sent or dropped.' }),
  },
})
