import type { Config, Deps } from '@keydesk/server'

/** What a command says and reads; the terminal, or a test. */
export interface Console {
  readonly say: (line: string) => void
  /** Shows how far something has come, from 0 to 1, if it takes long enough to show. */
  readonly progress: (title: string) => (part: number) => void
  readonly readPassword: () => Promise<string>
  /** Asks yes or no; missing where nobody can be asked. */
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
  /** Answers the exit code, where it is not 0. */
  readonly run: (context: Context) => Promise<number | void>
}

export interface Context {
  readonly deps: Deps
  readonly config: Config
  /** Of SQLite. */
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
  /** What an API key may do, separated by commas. */
  readonly scopes?: string
  /** When an API key ends. */
  readonly expires?: string
}
