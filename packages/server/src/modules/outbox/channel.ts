import type { Db } from '../../db/schema.ts'
import type { LeaseId } from '../lease/lease.service.ts'
import type { OutboxChange, OutboxRow, Queue } from './outbox.repo.ts'

/**
 * What a way out of the house has to say; the engine does the rest (docs/reference/outbox.md).
 * Target is what is read and locked once a turn, Message what one attempt sends, Outcome what came of it.
 */
export interface Channel<Target, Message, Outcome> extends Queue {
  /** Only its holder sends. */
  readonly lease: LeaseId
  /** Messages on their way to one target at once. */
  readonly concurrency: number
  /** After this time a message whose outcome was never recorded is sent again. */
  readonly claimMs: number
  /** How long a message is tried, from its first attempt on. */
  readonly tryMs: number
  /** After so many failures in a row, a target is left alone for so long. */
  readonly rest?: { readonly failures: number; readonly ms: number }
  /** The targets that may be sent to. */
  readonly listTargets: (db: Db) => Promise<readonly string[]>
  /** Undefined for a target that is gone. */
  readonly lockTarget: (tx: Db, id: string) => Promise<Target | undefined>
  readonly isOpen: (target: Target) => boolean
  /** Decides, in the transaction that records the attempt, what it sends. */
  readonly prepare: (tx: Db, row: OutboxRow, target: Target) => Promise<Prepared<Message>>
  /** @param signal this server stops */
  readonly send: (attempt: Attempt<Message>, signal: AbortSignal) => Promise<Outcome>
  /** @param current the row as it is now: it may have changed while it was sent */
  readonly settle: (answered: Answered<Message, Outcome>, current: OutboxRow, target: Target, isLast: boolean) => Settled<Target>
  /** Saves what the outcomes of one turn changed of the target. */
  readonly saveTarget?: (tx: Db, before: Target, after: Target) => Promise<void>
}

/** What an attempt stores of the message before it is sent. */
type Stored = Pick<OutboxChange, 'body' | 'detail'>

export type Prepared<Message> =
  | { readonly is: 'send'; readonly message: Message; readonly stores?: Stored }
  /** There is nothing to send. */
  | { readonly is: 'settled'; readonly verdict: Verdict }

export interface Attempt<Message> {
  /** As it is when the attempt begins. */
  readonly row: OutboxRow
  readonly message: Message
  /** Since when it may have arrived by an attempt before this one. */
  readonly uncertainSince: string | null
}

export interface Answered<Message, Outcome> extends Attempt<Message> {
  readonly outcome: Outcome
}

export interface Settled<Target> {
  readonly verdict: Verdict
  readonly target: Target
}

export type Verdict = Effects &
  (
    | { readonly is: 'sent' }
    | { readonly is: 'skipped'; readonly reason: string }
    /** Only a person sends it again. `mayHaveArrived`: its outcome is not known. */
    | { readonly is: 'failed'; readonly reason: string; readonly mayHaveArrived?: boolean }
    | { readonly is: 'retry'; readonly reason: string; readonly waitMs: number; readonly mayHaveArrived?: boolean }
    /** There is more to do for it, at once and as if for the first time. */
    | { readonly is: 'again' }
    /** This server stops: the attempt counts for nothing. */
    | { readonly is: 'cut' }
  )

interface Effects {
  readonly stores?: Pick<OutboxChange, 'remote_id' | 'remote_url' | 'sent_at' | 'detail'>
  /** Done after the commit. */
  readonly after?: () => unknown
}

/** What a verdict changes of a message. */
export function changeFor(verdict: Verdict, current: OutboxRow, uncertainSince: string | null, now: Date): OutboxChange {
  const at = now.toISOString()
  const { stores } = verdict
  switch (verdict.is) {
    case 'sent':
      return { status: 'success', reason: null, uncertain_since: null, sent_at: current.sent_at ?? at, ...stores }
    case 'skipped':
      return { status: 'skipped', reason: verdict.reason, uncertain_since: null, ...stores }
    case 'failed': {
      const uncertain_since = verdict.mayHaveArrived === true ? current.uncertain_since : null
      return { status: 'failed', reason: verdict.reason, uncertain_since, ...stores }
    }
    case 'retry': {
      const uncertain_since = verdict.mayHaveArrived === true ? current.uncertain_since : uncertainSince
      const send_after = new Date(now.getTime() + verdict.waitMs).toISOString()
      return { send_after, reason: verdict.reason, uncertain_since, ...stores }
    }
    case 'again':
      return { send_after: at, first_attempt_at: null, reason: null, uncertain_since: null, ...stores }
    case 'cut':
      return { send_after: at, ...stores }
  }
}

export interface Backoff {
  readonly firstMs: number
  readonly factor: number
  readonly longestMs: number
}

/** Milliseconds to wait after the nth attempt (from 1): the first wait, then each longer by the factor. */
export const backoffMs = ({ firstMs, factor, longestMs }: Backoff, attempts: number): number =>
  Math.min(longestMs, firstMs * factor ** Math.max(0, Math.min(attempts, 21) - 1))

/** A message that was tried for so long is given up. */
export const isOver = (since: string | null, tryMs: number, now: Date): boolean =>
  since !== null && now.getTime() - Date.parse(since) >= tryMs
