import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { ownPlace, releaseLease, takeLease, type Holder } from '../lease/lease.service.ts'
import type { Outcome } from './attempt.rules.ts'
import { post } from './post.ts'
import { takeTurn, type Attempt, type Done } from './turn.service.ts'
import { listDueWebhooks } from './webhooks.repo.ts'

/** How often to look for what is due. */
const usualLookMs = 250
/** Well within the lease's life, so that one renewal that fails does not lose it. */
const renewMs = 4_000
/** Attempts at once to one webhook. */
const most = 8
/** After as many failures in a row, a receiver is left alone for so long. */
const restMs = 10_000

/**
 * Sends what is due to webhooks, on the node that holds the lease (docs/reference/webhooks.md, Sending). Each webhook has its own lane, so a
 * slow receiver holds up nobody else. Every node has one sender.
 */
export function startWebhookSender(deps: Deps, { lookMs = usualLookMs } = {}): { stop: () => Promise<void> } {
  const me: Holder = { holder: randomUUID(), place: ownPlace() }
  const ending = new AbortController()
  const lanes = new Map<number, { readonly ended: Promise<void>; readonly nudge: Nudge }>()
  /** By webhook: until when its receiver is left alone. */
  const resting = new Map<number, number>()
  let holds = false
  let renewAt = 0

  const keepLease = async (): Promise<boolean> => {
    if (holds && performance.now() < renewAt) return true
    holds = await takeLease(deps, 'webhooks', me)
    renewAt = performance.now() + renewMs
    return holds
  }
  const leave = async (): Promise<void> => {
    if (holds) await releaseLease(deps, 'webhooks', me)
    holds = false
  }
  const look = async (): Promise<void> => {
    const due = await listDueWebhooks(deps.db, deps.now().toISOString())
    // Nothing to do: the next node that has something need not wait.
    if (due.length === 0 && lanes.size === 0) return leave()
    if (!(await keepLease())) return
    for (const id of due) {
      lanes.get(id)?.nudge.now()
      if (lanes.has(id) || (resting.get(id) ?? 0) > deps.now().getTime()) continue
      const nudge = createNudge()
      lanes.set(id, { ended: serve(id, nudge), nudge })
    }
  }
  const serve = async (id: number, nudge: Nudge): Promise<void> => {
    const { isDown, isLost } = await runLane(deps, me, id, { signal: ending.signal, nudge })
    lanes.delete(id)
    if (isLost) holds = false
    if (isDown) resting.set(id, deps.now().getTime() + restMs)
    else resting.delete(id)
  }
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        await look()
      } catch (error) {
        warn(deps, error)
      }
      await wait(lookMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
    await Promise.all([...lanes.values()].map((lane) => lane.ended))
    await leave().catch((error: unknown) => warn(deps, error))
  }
  const running = run()
  return {
    stop: async () => {
      ending.abort()
      await running
    },
  }
}

/** Wakes a lane that waits for answers and has room: something new is due. */
interface Nudge {
  readonly now: () => void
  readonly next: () => Promise<void>
}

function createNudge(): Nudge {
  let wake: () => void = () => undefined
  return { now: () => wake(), next: () => new Promise((resolve) => (wake = resolve)) }
}

interface LaneEnd {
  /** The receiver seems to be down. */
  readonly isDown: boolean
  /** Another node has the lease, or may have. */
  readonly isLost: boolean
}

/** Sends until nothing is due. */
async function runLane(
  deps: Deps,
  me: Holder,
  webhookId: number,
  { signal, nudge }: { signal: AbortSignal; nudge: Nudge },
): Promise<LaneEnd> {
  const flying = new Set<Promise<void>>()
  let done: Done[] = []
  let failures = 0
  let isLost = false
  const send = async (attempt: Attempt): Promise<void> => {
    const outcome = await deliver(deps, attempt, signal)
    done.push({ row: attempt.row, outcome })
    if (outcome.is !== 'cut') failures = isSuccess(outcome) ? 0 : failures + 1
  }
  const fly = (attempt: Attempt): void => {
    const sent = send(attempt).finally(() => flying.delete(sent))
    flying.add(sent)
  }
  try {
    do {
      const settled = done
      done = []
      const room = signal.aborted || isLost || failures >= most ? 0 : most - flying.size
      const turn = await takeTurn(deps, me, webhookId, settled, room)
      isLost ||= turn.isLost
      for (const attempt of turn.attempts) fly(attempt)
      if (flying.size > 0) await Promise.race(flying.size < most ? [...flying, nudge.next()] : flying)
    } while (flying.size > 0 || done.length > 0)
  } catch (error) {
    // The database is away: what is under way is repeated, with the same message ids.
    warn(deps, error)
    await Promise.all(flying)
  }
  return { isDown: failures >= most, isLost }
}

async function deliver(deps: Deps, { url, headers, body }: Attempt, signal: AbortSignal): Promise<Outcome> {
  if (headers === null) return { is: 'failed', reason: 'The stored secret cannot be read. Rotate it.' }
  return post({ url, headers, body }, deps.webhooks, signal)
}

const isSuccess = (outcome: Outcome): boolean => outcome.is === 'answered' && outcome.status >= 200 && outcome.status < 300

const warn = (deps: Deps, error: unknown): void =>
  deps.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'webhooks could not be sent')
