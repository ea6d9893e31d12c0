import { readFile } from 'node:fs/promises'
import { amountOf } from '@keydesk/contract'
import { AppError, applySoldKeys, decideKeys, decideMessages, listRestoreHolds, system } from '@keydesk/server'
import { fileOf, type Command, type Context } from './command.ts'

const batch = 'BATCH|all [--yes]'
const message = 'ID|all [--yes]'

/** What a restore holds (docs/reference/backups.md). Each decision says its counts, and needs a yes at the terminal or --yes. */
export const restoreHoldCommands: Command[] = [
  {
    name: 'restore-holds list',
    usage: '',
    summary: 'List the keys and messages that a restore holds, because they may have been sold or sent after the backup',
    words: 0,
    run: async ({ deps, console }) => {
      const { batches, messages, message_count } = await listRestoreHolds(deps)
      if (batches.length === 0 && message_count === 0) console.print('Nothing is held')
      for (const { id, keys, product_name, variant_name, import_name } of batches)
        console.print(
          `batch ${id}: ${amountOf(keys, 'key')} of ${product_name}, ${variant_name}${import_name === '' ? '' : ` (${import_name})`}`,
        )
      for (const { id, channel, event, about, due_at } of messages)
        console.print(`message ${id}: ${event} to ${channel}${about === '' ? '' : `, about ${about}`}, due ${due_at}`)
      if (message_count > messages.length) console.print(`${message_count - messages.length} more messages`)
    },
  },
  {
    name: 'restore-holds release',
    usage: batch,
    summary: 'Put held keys back on sale',
    words: 1,
    run: (context) => decideBatches(context, 'release'),
  },
  {
    name: 'restore-holds strike',
    usage: batch,
    summary: 'Take held keys out of the stock for good',
    words: 1,
    run: (context) => decideBatches(context, 'strike'),
  },
  {
    name: 'restore-holds sold-keys',
    usage: 'FILE [--yes]',
    summary: 'Strike the held keys in a file that doctor --since wrote from the old database, and release all others',
    words: 1,
    run: async (context) => {
      const { deps, words, console } = context
      const lines = await readLines(fileOf(words[0] ?? ''))
      const { batches } = await listRestoreHolds(deps)
      const held = batches.reduce((sum, { keys }) => sum + keys, 0)
      if (!(await confirm(context, `Strike those of ${amountOf(held, 'held key')} that are in the file, and put all others on sale?`)))
        return 1
      const { released, removed, struck } = await applySoldKeys(deps, system, lines)
      console.print(`${amountOf(struck, 'key')} struck; ${releasedText(released, removed)}`)
      return 0
    },
  },
  {
    name: 'restore-holds send',
    usage: message,
    summary: 'Send held messages: now, or at their time if that is ahead',
    words: 1,
    run: (context) => decideOverMessages(context, 'send'),
  },
  {
    name: 'restore-holds drop',
    usage: message,
    summary: 'Leave held messages unsent',
    words: 1,
    run: (context) => decideOverMessages(context, 'drop'),
  },
]

async function decideBatches(context: Context, decision: 'release' | 'strike'): Promise<number> {
  const { deps, words, console } = context
  const [word = ''] = words
  const chosen = (await listRestoreHolds(deps)).batches.filter(({ id }) => word === 'all' || id === word)
  if (chosen.length === 0) throw new AppError('not_found', word === 'all' ? 'No keys are held' : `No keys of the batch ${word} are held`)
  const keys = amountOf(
    chosen.reduce((sum, each) => sum + each.keys, 0),
    'held key',
  )
  const question =
    decision === 'release'
      ? `Put ${keys} on sale again? What was sold after the backup would be sold twice.`
      : `Strike ${keys}? They are never for sale again.`
  if (!(await confirm(context, question))) return 1
  const { released, removed, struck } = await decideKeys(deps, system, { decision, batches: chosen.map(({ id }) => id) })
  console.print(decision === 'release' ? releasedText(released, removed) : `${amountOf(struck, 'key')} struck`)
  return 0
}

async function decideOverMessages(context: Context, decision: 'send' | 'drop'): Promise<number> {
  const { deps, words, console } = context
  const [word = ''] = words
  if (word !== 'all' && !/^\d{1,15}$/.test(word)) throw new AppError('invalid_input', `${word} is neither the id of a message nor: all`)
  const messages = word === 'all' ? amountOf((await listRestoreHolds(deps)).message_count, 'held message') : `message ${word}`
  const question =
    decision === 'send'
      ? `Send ${messages}? If the same was sent after the backup, it is sent twice.`
      : `Leave ${messages} unsent for good?`
  if (!(await confirm(context, question))) return 1
  const done = await decideMessages(deps, system, { decision, ...(word !== 'all' && { ids: [Number(word)] }) })
  if (done === 0) throw new AppError('not_found', word === 'all' ? 'No messages are held' : `No message ${word} is held`)
  console.print(`${amountOf(done, 'message')} ${decision === 'send' ? 'will be sent' : 'dropped'}`)
  return 0
}

async function confirm({ options, console }: Context, question: string): Promise<boolean> {
  if (options.yes || (await console.ask?.(question)) === true) return true
  console.fail(`${question} Nothing was changed. To agree, add --yes.`)
  return false
}

async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AppError('invalid_input', `The file ${path} cannot be read (${error.code})`)
  })
  return text.split('\n')
}

const releasedText = (released: number, removed: number): string =>
  `${amountOf(released, 'key')} on sale again${removed === 0 ? '' : `; ${amountOf(removed, 'key')} of undone imports removed`}`
