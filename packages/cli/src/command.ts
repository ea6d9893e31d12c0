import { resolve } from 'node:path'
import type { Config, Deps } from '@keydesk/server'

/** The exit code for a database that a newer Keydesk has migrated. */
export const ofNewerDatabase = 3

/** The path of a file named on the command line, which is relative to the folder of the caller. */
export const fileOf = (word: string): string => resolve(process.env['INIT_CWD'] ?? '.', word)

/** Input and output of a command: the terminal, or a test. */
export interface Console {
  readonly print: (line: string) => void
  /** For why a command was refused or failed. The output may be a file, or thrown away. */
  readonly fail: (line: string) => void
  /** Shows the progress of long work, from 0 to 1. */
  readonly progress: (title: string) => (part: number) => void
  readonly readPassword: () => Promise<string>
  /** Aborts when the process is told to stop. Until it is called, such a signal ends the process at once. Missing where nothing stops it. */
  readonly untilStopped?: () => AbortSignal
  /** Asks yes or no; missing without a terminal. */
  readonly ask?: (question: string) => Promise<boolean>
}

export interface Command {
  /** What a person types, such as `admin create`. */
  readonly name: string
  /** What follows the name, for the help. The command has the options in it, and no others. */
  readonly usage: string
  readonly summary: string
  /** How many words follow the name. */
  readonly words: number
  /** Runs without a migration: a backup copies the tables as they are, and a restore migrates them itself. */
  readonly skipsMigration?: boolean
  /** Makes the database of a new shop, on SQLite. The others need one: a folder may be mistyped. */
  readonly makesShop?: boolean
  /** Works in a folder whose database is lost, which the others refuse. */
  readonly bringsDatabase?: boolean
  /** Instead of `run`, if `--every` is given: calls `once` with other words again and again, until the process is told to stop. */
  readonly repeat?: (again: Again) => Promise<number>
  /** Returns the exit code, if it is not 0. */
  readonly run: (context: Context) => Promise<number | void>
}

export interface Again {
  readonly words: readonly string[]
  readonly options: Options
  readonly console: Console
  /** Runs the command with these words, on a database that is opened for it. Failures are printed. */
  readonly once: (words: readonly string[], console: Console) => Promise<number>
}

export interface Context {
  readonly deps: Deps
  readonly config: Config
  /** The SQLite file, if there is one. */
  readonly databaseFile: string | null
  readonly words: readonly string[]
  readonly options: Options
  readonly console: Console
}

export interface Options {
  readonly passwordStdin: boolean
  readonly disableTwoFactor: boolean
  readonly force: boolean
  readonly yes: boolean
  /** Nothing was sold or sent after the backup. */
  readonly nothingSince: boolean
  /** The role of a member. */
  readonly role?: string
  /** The scopes of an API key, separated by commas. */
  readonly scopes?: string
  /** How often to repeat it, such as `6h`. */
  readonly every?: string
  /** How many backups to keep. */
  readonly keep?: string
  /** The moment of a backup. */
  readonly since?: string
  /** When an API key ends. */
  readonly expires?: string
  /** How many hours the old secret of an API key still works. */
  readonly overlap?: string
}
