import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError, backUp, restore, type Config, type RestoreSentences } from '@keydesk/server'
import { backUpEvery } from './backup-schedule.ts'
import { fileOf, type Command, type Console, type Options } from './command.ts'

export const backupCommands: Command[] = [
  {
    name: 'backup',
    usage: 'FILE [--force] | DIR --every TIME [--keep COUNT]',
    summary:
      'Write the database and the media, as they are now, into one file; the server may go on. --force overwrites. With --every (such as 6h) it goes on until it is stopped: it writes a file into the folder each time, and keeps the newest 30 of its own, or as --keep says',
    words: 1,
    skipsMigration: true,
    repeat: backUpEvery,
    run: async ({ deps, config, words: [file = ''], options, console }) => {
      if (options.keep !== undefined && options.every === undefined) throw new AppError('invalid_input', '--keep needs --every')
      const path = findPlace(fileOf(file), options.force)
      const { rows, files, missing } = await backUp(deps, path, console.progress('Backing up'))
      for (const name of missing) console.print(`The media file ${name} was already missing`)
      console.print(`${path} holds ${rows} rows and ${files} media files`)
      if (options.every !== undefined) return
      console.print(`It does not hold the secret (${secretOf(config)}). Keep a copy of the secret elsewhere: a restore needs the same one.`)
    },
  },
  {
    name: 'restore',
    usage: 'FILE [--force] [--yes] [--nothing-since]',
    summary:
      'Put back what a backup holds, into an empty database, or with --force in the place of everything; stop the server first. Says first what it undoes, and what it holds because it may have been sold or sent since; --yes agrees. --nothing-since: nothing was sold or sent after the backup, as before a move',
    words: 1,
    skipsMigration: true,
    bringsDatabase: true,
    run: async ({ deps, config, databaseFile, words: [file = ''], options, console }) => {
      const onCheck = console.progress('Checking')
      const onProgress = console.progress('Restoring')
      const confirm = (sentences: RestoreSentences) => confirmRestore(sentences, options, console)
      const lostOrdersFile = join(resolve(config.DATA_DIR), `lost-orders-${deps.now().toISOString().replaceAll(':', '-')}.csv`)
      const report = await restore(deps, fileOf(file), {
        ...{ force: options.force, nothingSince: options.nothingSince, databaseFile, lostOrdersFile, onCheck, onProgress, confirm },
      })
      if (report === null) return 1
      const { createdAt, rows, files, lostOrders, held, hasUnexpired, uncheckedApiKeys, uncheckedWebhooks } = report
      console.print(`Restored ${rows} rows and ${files} media files of ${createdAt}`)
      if (lostOrders > 0)
        console.print(`${lostOrdersFile} has ${lostOrders === 1 ? 'the order that is' : `the ${lostOrders} orders that are`} gone.`)
      if (hasUnexpired) console.print('Some pending orders could not expire; the log has the reasons. The server tries again once it runs.')
      console.print('Every session has ended.')
      if (held > 0) console.print('An owner decides over what is held: in the user menu, or with restore-holds list.')
      console.print(`Before you start Keydesk: ${neededSecret(config)}`)
      console.print(
        "With another secret the bot's token and two-factor sign-in have to be set up again, and the secrets of webhooks rotated. The pages " +
          'of orders still open, but their links cannot be shown or mailed until they are made again.',
      )
      if (uncheckedApiKeys.length > 0) {
        console.print(
          'These API keys work again. Revoke or rotate those that were revoked or rotated since (api-key list, revoke ID, rotate ID):',
        )
        for (const key of uncheckedApiKeys) console.print(`  ${key}`)
      }
      if (uncheckedWebhooks.length > 0) {
        console.print(
          'These webhooks are active again, with the addresses and secrets of the backup. Once the server runs, an owner pauses, deletes or ' +
            'changes those that were paused, deleted or changed since, in the settings under Webhooks:',
        )
        for (const host of uncheckedWebhooks) console.print(`  ${host}`)
      }
      return 0
    },
  },
]

/** Where the backup is written: a link stays, and the file that it names is written. */
function findPlace(path: string, force: boolean): string {
  if (!existsSync(path)) return path
  const found = statSync(path)
  if (found.isDirectory()) throw new AppError('invalid_input', `${path} is a folder; name a file in it, or add --every`)
  if (!found.isFile()) throw new AppError('invalid_input', `${path} is not a file`)
  if (!force) throw new AppError('conflict', `${path} already exists. Use --force to overwrite it.`)
  return realpathSync(path)
}

/**
 * Prints what the restore does. A warning needs a yes, at the terminal or with --yes. Otherwise only a terminal asks, unless --force is
 * given: after a disaster a restore must work unattended.
 */
async function confirmRestore({ warnings, notes }: RestoreSentences, { yes, force }: Options, console: Console): Promise<boolean> {
  for (const line of [...warnings, ...notes]) console.print(line)
  if (yes) return true
  if (warnings.length === 0 && (force || console.ask === undefined)) return true
  if ((await console.ask?.(warnings.length === 0 ? 'Restore?' : 'Restore anyway?')) === true) return true
  console.fail('Nothing was changed. If you may still need what is in this database, back it up first. To restore anyway, add --yes.')
  return false
}

/** The secret exists by now: it is created when a folder without one is opened. */
const neededSecret = (config: Config): string =>
  config.APP_SECRET === undefined
    ? `the secret in ${secretOf(config)} must be that of the shop that was backed up. If it is not, copy the secret file of that shop there, or set APP_SECRET to its secret.`
    : 'APP_SECRET must be that of the shop that was backed up.'

const secretOf = (config: Config): string => (config.APP_SECRET === undefined ? join(resolve(config.DATA_DIR), 'secret') : 'APP_SECRET')
