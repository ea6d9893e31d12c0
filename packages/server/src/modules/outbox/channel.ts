import type { Db } from '../../db/schema.ts'
import type { LeaseId } from '../lease/lease.service.ts'
import type { OutboxChange, OutboxRow, Queue } from './outbox.repo.ts'

/**
 * What a channel for outgoing messages implements; the engine does the rest (docs/reference/outbox.md). A target is read and locked once
 * per turn. A message is what one attempt sends, an outcome is its result.
 */
export interface Channel<Target, Message, Outcome> extends Queue {
  /** Only the holder of this lease sends. */
  readonly lease: LeaseId
  /** Concurrent messages to one target. */
  readonly concurrency: number
  /** A message without a recorded outcome is sent again after this time. */
  readonly claimMs: number
  /** How long a message is retried, from its first attempt on. */
  readonly tryMs: number
  /** After this many failures in a row, the target gets no messages for this time. */
  readonly rest?: { readonly failures: number; readonly ms: number }
  /** The event of its test messages. A person sends one and sees its outcome, so a failed one is not counted. */
  readonly testEvent: OutboxRow['event']
  /** The targets that may receive messages. */
  readonly listTargets: (db: Db) => Promise<readonly string[]>
  /** Undefined for a deleted target. */
  readonly lockTarget: (tx: Db, id: string) => Promise<Target | undefined>
  readonly isOpen: (target: Target) => boolean
  /** Decides what to send, in the transaction that records the attempt. */
  readonly prepare: (tx: Db, row: OutboxRow, target: Target) => Promise<Prepared<Message>>
  /** @param signal aborts when this server stops */
  readonly send: (attempt: Attempt<Message>, signal: AbortSignal) => Promise<Outcome>
  /** @param current the row as it is now: it may have changed during sending */
  readonly settle: (answered: Answered<Message, Outcome>, current: OutboxRow, target: Target, isLast: boolean) => Settled<Target>
  /** Saves what the outcomes of one turn changed in the target. */
  readonly saveTarget?: (tx: Db, before: Target, after: Target) => Promise<void>
}

/** Fields of the message that are stored before it is sent. */
type Stored = Pick<OutboxChange, 'body' | 'detail'>

export type Prepared<Message> =
  | { readonly is: 'send'; readonly message: Message; readonly stores?: Stored }
  /** There is nothing to send. */
  | { readonly is: 'settled'; readonly verdict: Verdict }

export interface Attempt<Message> {
  /** The row when the attempt began. */
  readonly row: OutboxRow
  readonly message: Message
  /** Since when an earlier attempt may have delivered it. */
  readonly uncertainSince: string | null
}

export interface Answered<Message, Outcome> extends Attempt<Message> {
  readonly outcome: Outcome
}

export interface Settled<Target> {
  readonly verdict: Verdict
  readonly target: Target
}

/** A message that is `sent` has a `reason` if it has arrived, but not as it is now. */
export type Verdict = Effects &
  (
    | { readonly is: 'sent'; readonly reason?: string }
    | { readonly is: 'skipped'; readonly reason: string }
    /** Only a person can send it again. `mayHaveArrived`: its outcome is unknown. */
    | { readonly is: 'failed'; readonly reason: string; readonly mayHaveArrived?: boolean }
    | { readonly is: 'retry'; readonly reason: string; readonly waitMs: number; readonly mayHaveArrived?: boolean }
    /** There is more to send for it, at once and as if for the first time. */
    | { readonly is: 'again' }
    /** This server stops: the attempt does not count. */
    | { readonly is: 'cut' }
  )

interface Effects {
  readonly stores?: Pick<OutboxChange, 'remote_id' | 'remote_url' | 'sent_at' | 'body' | 'detail' | 'first_attempt_at'>
  /** Runs after the commit. */
  readonly after?: () => unknown
}

/** Only a waiting message uses these. */
const settled = { send_after: null, first_attempt_at: null, uncertain_since: null }

/** The changes of a verdict to a message. */
export function changeFor(verdict: Verdict, current: OutboxRow, uncertainSince: string | null, now: Date): OutboxChange {
  const at = now.toISOString()
  const { stores } = verdict
  switch (verdict.is) {
    case 'sent':
      return { ...settled, status: 'success', reason: verdict.reason ?? null, sent_at: current.sent_at ?? at, ...stores }
    case 'skipped':
      return { ...settled, status: 'skipped', reason: verdict.reason, ...stores }
    case 'failed': {
      const uncertain_since = verdict.mayHaveArrived === true ? current.uncertain_since : null
      return { ...settled, status: 'failed', reason: verdict.reason, uncertain_since, ...stores }
    }
    case 'retry': {
      const uncertain_since = verdict.mayHaveArrived === true ? current.uncertain_since : uncertainSince
      const send_after = new Date(now.getTime() + verdict.waitMs).toISOString()
      return { send_after, reason: verdict.reason, uncertain_since, ...stores }
    }
    case 'again':
      return { send_after: at, first_attempt_at: null, reason: null, uncertain_since: null, ...stores }
    case 'cut': {
      const { attempts, first_attempt_at } = current
      return { send_after: at, attempts: attempts - 1, first_attempt_at: attempts > 1 ? first_attempt_at : null, ...stores }
    }
  }
}

export interface Backoff {
  readonly firstMs: number
  readonly factor: number
  readonly longestMs: number
  /** Each wait is at random up to this part longer or shorter, so that not all come back at once; 0 if left out. */
  readonly spread?: number
}

/** Milliseconds to wait after the nth attempt (from 1). Each wait is longer than the last by the factor. */
export function backoffMs({ firstMs, factor, longestMs, spread = 0 }: Backoff, attempts: number): number {
  const ms = Math.min(longestMs, firstMs * factor ** Math.max(0, Math.min(attempts, 21) - 1))
  return Math.round(ms * (1 - spread + 2 * spread * Math.random()))
}

/** Whether a message has been tried for long enough to give up. */
export const isOver = (since: string | null, tryMs: number, now: Date): boolean =>
  since !== null && now.getTime() - Date.parse(since) >= tryMs
