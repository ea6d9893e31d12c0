import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AppError, backUp, restore, type Config } from '@keydesk/server'
import type { Command } from './command.ts'

export const backupCommands: Command[] = [
  {
    name: 'backup',
    usage: 'FILE [--force]',
    summary: 'Write the database and the media, as they are now, into one file; the server may go on. --force overwrites',
    words: 1,
    leavesTables: true,
    run: async ({ deps, config, words: [file = ''], options, console }) => {
      const path = resolve(file)
      if (existsSync(path) && !options.force) throw new AppError('conflict', `${path} is there already. Say --force to overwrite it.`)
      const { rows, files, missing } = await backUp(deps, path, console.progress('Backing up'))
      for (const name of missing) console.say(`The media file ${name} was missing already`)
      console.say(`${path} holds ${rows} rows and ${files} media files`)
      console.say(`It does not hold the secret (${secretOf(config)}): keep that elsewhere, and restore with the same one.`)
    },
  },
  {
    name: 'restore',
    usage: 'FILE [--force]',
    summary: 'Put back what a backup holds, into an empty database, or with --force in the place of everything; stop the server first',
    words: 1,
    leavesTables: true,
    run: async ({ deps, config, databaseFile, words: [file = ''], options, console }) => {
      const onProgress = console.progress('Restoring')
      const { createdAt, rows, files } = await restore(deps, resolve(file), { force: options.force, databaseFile, onProgress })
      console.say(`Restored ${rows} rows and ${files} media files of ${createdAt}`)
      console.say(
        `Without the secret of that time (${secretOf(config)}) sessions have ended, and the bot's token and two-factor sign-in are lost.`,
      )
    },
  },
]

const secretOf = (config: Config): string => (config.APP_SECRET === undefined ? join(resolve(config.DATA_DIR), 'secret') : 'APP_SECRET')
