import { breathe, chunkSize } from '../../breathe.ts'
import type { Repeat } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, conflict } from '../../errors.ts'
import * as repo from './idempotency.repo.ts'

/** How the answers of a call are stored. */
export interface StoredAnswers<T> {
  readonly pack: (answer: T) => unknown
  /** Makes the same answer again, whatever has changed since. */
  readonly unpack: (tx: Db, packed: unknown) => Promise<T>
}

const keptMs = 24 * 3_600_000

/**
 * Runs work once per key (docs/reference/orders.md, Idempotency-Key). The answer is stored in the same transaction, so a repeat gets it
 * even if the connection broke after the commit. Lasting refusals are stored as well, other errors are not.
 * @param work runs in one transaction; its answer must survive JSON
 * @param stored how its answer is stored: as it is, unless most of it can be read again
 * @throws 409 `idempotency_key_reused` for the same key with another request
 */
export async function once<T>(
  deps: Deps,
  repeat: Repeat | null,
  work: (tx: Db) => Promise<T>,
  stored: StoredAnswers<T> = { pack: (answer) => answer, unpack: async (_tx, packed) => packed as T },
): Promise<T> {
  if (repeat === null) return transact(deps.db, work)
  try {
    return await transact(deps.db, async (tx) => {
      await repo.lockKey(tx, repeat.apiKeyId, repeat.key)
      const known = await findAnswer(tx, deps, repeat)
      if (known !== undefined) return await stored.unpack(tx, known)
      const answer = await work(tx)
      await storeAnswer(tx, deps, repeat, 200, stored.pack(answer))
      return answer
    })
  } catch (error) {
    if (error instanceof AppError && isOutcome(error)) await storeAnswer(deps.db, deps, repeat, error.status, toRefusal(error))
    throw error
  }
}

/** Deletes expired answers, in batches. Safe to run on several servers at once. */
export async function forgetOldAnswers(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  while ((await repo.deleteAnswersBefore(deps.db, expiredBefore(deps), chunkSize)) === chunkSize) await breathe()
}

/** Answers from this moment and before have expired. */
const expiredBefore = ({ now }: Pick<Deps, 'now'>): string => new Date(now().getTime() - keptMs).toISOString()

type Refusal = Pick<AppError, 'kind' | 'message'> & AppError['details']

async function findAnswer(tx: Db, deps: Deps, { apiKeyId, key, requestHash }: Repeat): Promise<unknown> {
  const row = await repo.findAnswer(tx, apiKeyId, key)
  if (row === undefined || row.created_at <= expiredBefore(deps)) return undefined
  if (row.request_hash !== requestHash) throw conflict('This Idempotency-Key was used for another request', 'idempotency_key_reused')
  if (row.status === 200) return JSON.parse(row.body) as unknown
  const { kind, message, ...details } = JSON.parse(row.body) as Refusal
  throw new AppError(kind, message, details)
}

/**
 * Refusals to store: a repeat would get them again. A reused key is not the outcome of the first request, and an order that had ended may be
 * completed by hand before the repeat.
 */
const isOutcome = ({ kind, details: { code = '' } }: AppError): boolean =>
  ['not_found', 'conflict', 'rule_violated'].includes(kind) && !['idempotency_key_reused', 'invalid_transition'].includes(code)

const toRefusal = ({ kind, message, details }: AppError): Refusal => ({ kind, message, ...details })

async function storeAnswer(db: Db, deps: Deps, { apiKeyId, key, requestHash }: Repeat, status: number, body: unknown): Promise<void> {
  const request = { api_key_id: apiKeyId, key, request_hash: requestHash }
  const row = { ...request, status, body: JSON.stringify(body), created_at: deps.now().toISOString() }
  // A refusal is stored after its transaction, so a repeat that waited for it may have succeeded, or be about to. Its success counts.
  await repo.storeAnswer(db, row, status === 200 ? null : expiredBefore(deps))
}
