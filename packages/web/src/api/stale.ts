import type * as z from 'zod/mini'
import { ApiError } from './error.ts'

/** Somebody else saved first. The form asks the person what to do, so no toast appears. */
export class StaleError extends Error {
  override readonly name = 'StaleError'
  /** The thing as it is stored now. */
  readonly stored: unknown

  constructor(stored: unknown, cause?: ApiError) {
    super(cause?.message, { cause })
    this.stored = stored
  }
}

/**
 * Makes a save reject with a StaleError when its version is no longer the stored one (docs/reference/calls.md, Two people editing). If the
 * stored state is unavailable there is nothing to ask the person about, so the refusal stays an ordinary failure.
 * @param storedNow gets the stored state from the refusal's `current`, or fetches it
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

/**
 * The state that the refusal carries, or a fetch where a host leaves it out.
 * @param store writes it into the cache, so that what is outside the form shows it, whatever the person answers
 */
export const currentOrFetch =
  <Row>(schema: z.ZodMiniType<Row>, fetchStored: () => Promise<Row | undefined>, store: (stored: Row) => unknown) =>
  async (current: unknown): Promise<Row | undefined> => {
    const parsed = schema.safeParse(current)
    const stored = parsed.success ? parsed.data : await fetchStored()
    if (stored !== undefined) void store(stored)
    return stored
  }
