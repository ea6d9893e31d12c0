import type { Config, Deps } from '@keydesk/server'

/** Input and output of a command: the terminal, or a test. */
export interface Console {
  readonly say: (line: string) => void
  /** Shows the progress of long work, from 0 to 1. */
  readonly progress: (title: string) => (part: number) => void
  readonly readPassword: () => Promise<string>
  /** Asks yes or no; missing without a terminal. */
  readonly ask?: (question: string) => Promise<boolean>
}

export interface Command {
  /** As typed, such as `admin create`. */
  readonly name: string
  /** What follows the name, for the help. */
  readonly usage: string
  readonly summary: string
  /** How many words follow the name. */
  readonly words: number
  /** A backup is taken of the tables as they are; a restore brings them up to date itself. */
  readonly leavesTables?: boolean
  /** Answers the exit code, if it is not 0. */
  readonly run: (context: Context) => Promise<number | void>
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
  /** Of somebody of the team. */
  readonly role?: string
  /** What an API key may do, separated by commas. */
  readonly scopes?: string
  /** When an API key ends. */
  readonly expires?: string
  /** How many hours the old secret of an API key still works. */
  readonly overlap?: string
}
