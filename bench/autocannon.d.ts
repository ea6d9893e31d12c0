/** The package has no types of its own. */
declare module 'autocannon' {
  interface Request {
    readonly method?: string
    readonly path?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  }

  /** State that the requests of one connection share. */
  type Context = Record<string, unknown>

  interface Step extends Request {
    readonly setupRequest?: (request: Request, context: Context) => Request
    readonly onResponse?: (status: number, body: string, context: Context) => void
  }

  interface Options {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    readonly headers?: Readonly<Record<string, string>>
    /** Each connection sends these in order, in a loop. */
    readonly requests?: readonly Step[]
  }

  interface Result {
    readonly requests: { readonly total: number }
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly errors: number
    readonly non2xx: number
  }

  export default function autocannon(options: Options): Promise<Result>
}
