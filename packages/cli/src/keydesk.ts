import { parseArgs } from 'node:util'
import { AppError, explainStartFailure, migrate, NewerDatabase, openDeps, readConfig, type Config } from '@keydesk/server'
import { adminCommands } from './admin.ts'
import { apiKeyCommands } from './api-key.ts'
import { backupCommands } from './backup.ts'
import { ofNewerDatabase, type Again, type Command, type Console, type Context, type Options } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { restoreHoldCommands } from './restore-holds.ts'

const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'Bring the database up to date',
  words: 0,
  makesShop: true,
  // Every command migrates first, so that it works before the first start of the server; this one only reports it.
  run: async ({ console }) => console.print('The database is up to date'),
}

const commands: Command[] = [...adminCommands, ...apiKeyCommands, ...backupCommands, ...restoreHoldCommands, migrateCommand, doctorCommand]

/** Runs one command line and returns the exit code: 0 done, 1 failed, 2 not understood, 3 for the database of a newer Keydesk. */
export async function keydesk(args: readonly string[], variables: NodeJS.ProcessEnv, console: Console): Promise<number> {
  const parsed = parse(args)
  if (typeof parsed === 'string') {
    console.fail(`${parsed}; see: keydesk --help`)
    return 2
  }
  if (parsed.positionals.length === 0) {
    const isAsked = parsed.values.help === true || args.length === 0
    for (const line of help()) (isAsked ? console.print : console.fail)(line)
    return isAsked ? 0 : 2
  }
  if (parsed.values.help && parsed.positionals[0] === serve.name) {
    for (const line of describe([serve])) console.print(line)
    return 0
  }
  const command = commands.find(({ name }) => ` ${parsed.positionals.join(' ')} `.startsWith(` ${name} `))
  if (command === undefined) {
    for (const line of explainUnknown(parsed.positionals)) console.fail(line)
    return 2
  }
  if (parsed.values.help) {
    for (const line of describe([command])) console.print(line)
    return 0
  }
  const strange = Object.keys(parsed.values).find((name) => !optionsOf(command).includes(`--${name}`))
  if (strange !== undefined) {
    console.fail(`${command.name} has no option --${strange}`)
    return 2
  }
  const words = parsed.positionals.slice(command.name.split(' ').length)
  if (words.length !== command.words) {
    console.fail(`Usage: keydesk ${command.name} ${command.usage}`)
    return 2
  }
  const blank = findBlank(command, words, parsed.values)
  if (blank !== undefined) {
    console.fail(`${blank} must not be blank`)
    return 2
  }

  const {
    'password-stdin': passwordStdin = false,
    'disable-two-factor': disableTwoFactor = false,
    force = false,
    yes = false,
    'nothing-since': nothingSince = false,
    ...texts
  } = parsed.values
  const options: Options = { ...texts, passwordStdin, disableTwoFactor, force, yes, nothingSince }
  const once: Again['once'] = (given, output) => execute(command, { words: given, options, console: output }, variables)
  if (options.every === undefined || command.repeat === undefined) return once(words, console)
  try {
    return await command.repeat({ words, options, console, once })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.fail(error.message)
    return 1
  }
}

type Given = Pick<Context, 'words' | 'options' | 'console'>

async function execute(command: Command, given: Given, variables: NodeJS.ProcessEnv): Promise<number> {
  let config: Config | undefined
  try {
    config = readConfig({ ...variables, LOG_LEVEL: variables['LOG_LEVEL'] ?? 'warn' })
    const { makesShop = false, bringsDatabase: isRestore = false } = command
    const { deps, databaseFile, close } = await openDeps(config, { isPatient: true, isRestore, needsShop: !makesShop && !isRestore })
    try {
      if (!command.skipsMigration) await migrate(deps.db, { allowNewer: config.ALLOW_NEWER_DATABASE, say: given.console.print })
      return (await command.run({ ...given, deps, config, databaseFile })) ?? 0
    } finally {
      await close()
    }
  } catch (error) {
    const line = error instanceof AppError ? withCause(error) : explainStartFailure(error, config)
    if (line === undefined) throw error
    given.console.fail(line)
    return error instanceof NewerDatabase ? ofNewerDatabase : 1
  }
}

/** An operator also needs the reason why the media storage is away, such as credentials that have expired. */
const withCause = ({ message, cause }: AppError): string => (cause instanceof Error ? `${message} (${cause.message})` : message)

/** Returns the reason in a few words if they cannot be parsed. */
function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        'password-stdin': { type: 'boolean' },
        'disable-two-factor': { type: 'boolean' },
        force: { type: 'boolean' },
        yes: { type: 'boolean' },
        'nothing-since': { type: 'boolean' },
        since: { type: 'string' },
        every: { type: 'string' },
        keep: { type: 'string' },
        role: { type: 'string' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
        overlap: { type: 'string' },
      },
    })
  } catch (error) {
    // Its first sentence names the option; the others are advice for programmers.
    return (error as Error).message.split(/\.\s/)[0]!
  }
}

const optionsOf = ({ usage }: Command): string[] => usage.split(/[\s[\]]+/).filter((word) => word.startsWith('--'))

/** The name of the first blank word or option, as in the help. An unset shell variable becomes a blank word. */
function findBlank({ usage }: Command, words: readonly string[], options: object): string | undefined {
  const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''
  const word = words.findIndex(isBlank)
  if (word >= 0) return usage.split(' ')[word]
  const option = Object.entries(options).find(([, value]) => isBlank(value))
  return option && `--${option[0]}`
}

/** bin/keydesk starts the server itself for this command, instead of this program. */
const serve = { name: 'serve', usage: '[--new-shop]', summary: 'Run the server until it is told to stop' }

const help = (): string[] => ['keydesk COMMAND', '', ...describe([serve, ...commands])]

function explainUnknown(words: readonly string[]): string[] {
  const group = `${words[0]} `
  const meant = commands.filter(({ name }) => name.startsWith(group))
  if (meant.length === 0) return [`Unknown command: ${words.join(' ')}`, ...help()]
  return [`${group}needs one of: ${meant.map(({ name }) => name.slice(group.length)).join(', ')}`, ...describe(meant)]
}

function describe(listed: readonly Pick<Command, 'name' | 'usage' | 'summary'>[]): string[] {
  const width = Math.max(...listed.map(({ name, usage }) => `${name} ${usage}`.length))
  return listed.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.padEnd(width)}  ${summary}`)
}
