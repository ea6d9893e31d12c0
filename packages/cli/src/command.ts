import type { Deps } from '@keydesk/server'

/** What a command says and reads; the terminal, or a test. */
export interface Console {
  readonly say: (line: string) => void
  readonly readPassword: () => Promise<string>
}

export interface Command {
  /** As typed, such as `admin create`. */
  readonly name: string
  /** What follows the name, for the help. */
  readonly usage: string
  readonly summary: string
  /** How many words follow the name. */
  readonly words: number
  /** Answers the exit code, where it is not 0. */
  readonly run: (context: { deps: Deps; words: readonly string[]; options: Options; console: Console }) => Promise<number | void>
}

export interface Options {
  readonly passwordStdin: boolean
  readonly disableTwoFactor: boolean
}
