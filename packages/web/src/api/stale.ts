import type * as z from 'zod/mini'
import { ApiError } from './error.ts'

/** A save that came too late, because somebody else saved first. Whoever sent it asks the person what to do, and so no toast says it. */
export class StaleError extends Error {
  override readonly name = 'StaleError'
  /** The thing as it is stored now. */
  readonly stored: unknown

  constructor(stored: unknown, cause: ApiError) {
    super(cause.message, { cause })
    this.stored = stored
  }
}

/**
 * A save that rejects with a StaleError when its version is no longer the stored one (docs/reference/calls.md, Two people editing). Where
 * what is stored cannot be had there is nothing to ask about, and the refusal stays a failure like any other.
 * @param storedNow takes it from what the refusal brought, or asks for it
 */
export async function orStale<T>(save: Promise<T>, storedNow: (current: unknown) => Promise<unknown>): Promise<T> {
  try {
    return await save
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'stale_version') throw error
    const stored = await storedNow(error.current).catch(() => undefined)
    throw stored === undefined ? error : new StaleError(stored, error)
  }
}

/** What the refusal brought, if it fits; a host that leaves it out is asked. */
export const toldOr =
  <Row>(schema: z.ZodMiniType<Row>, ask: () => Promise<Row | undefined>) =>
  async (current: unknown): Promise<Row | undefined> => {
    const told = schema.safeParse(current)
    return told.success ? told.data : ask()
  }
