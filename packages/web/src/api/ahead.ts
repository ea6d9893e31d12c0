import { absolute } from './address.ts'
import type { Transport } from './call.ts'

/** As long as an answer counts as fresh (app/queries.ts). */
const freshMs = 5_000

interface Early {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly token: string
  /** Null for a read that somebody made in earnest. */
  readonly answer: Promise<Response> | null
}

export interface Ahead {
  /** Asks for addresses now, but for those that were asked for a moment ago. */
  readonly ask: (paths: readonly string[]) => void
  /** Gives out what was asked for early, once, and sends everything else on. */
  readonly transport: Transport
  /** Something was written: what was asked for before that is given to nobody. */
  readonly forget: () => void
}

declare global {
  interface Window {
    /** What `public/boot.js` has asked for, if anything, and what it has found. */
    earlyRead?: Early & { readonly url: string; found?: unknown }
  }
}

interface Needs {
  readonly host: string
  readonly token: () => string | null
  readonly transport: Transport
  readonly now?: () => number
  /** What was asked for before the app was there. */
  readonly begun?: Window['earlyRead']
}

/**
 * Reads that are sent before the code that needs them is there: for the screen that an address names, and for one whose link is hovered.
 */
export function createAhead({ host, token, transport, now = Date.now, begun }: Needs): Ahead {
  const early = new Map<string, Early>(begun && [[begun.url, begun]])

  const fresh = (url: string, holder: string) => {
    const found = early.get(url)
    return found !== undefined && found.token === holder && now() - found.at < freshMs ? found : null
  }

  const askFor = (url: string, holder: string) => {
    if (fresh(url, holder) !== null) return
    const answer = transport(url, { method: 'GET', headers: { authorization: holder } })
    // Whoever takes it hears of a failure; maybe nobody does.
    answer.catch(() => undefined)
    early.set(url, { at: now(), token: holder, answer })
  }

  return {
    ask: (paths) => {
      const holder = token()
      if (holder !== null) for (const path of paths) askFor(absolute(host, path), holder)
    },
    transport: async (url, init) => {
      const holder = new Headers(init.headers).get('authorization')
      if (init.method !== 'GET' || holder === null) return transport(url, init)
      const waiting = fresh(url, holder)?.answer ?? null
      early.set(url, { at: now(), token: holder, answer: null })
      // A hint that failed is no reason to fail.
      return waiting === null ? transport(url, init) : waiting.catch(() => transport(url, init))
    },
    forget: () => early.clear(),
  }
}
