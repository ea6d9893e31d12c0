import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './lease.repo.ts'
import { isDeadNeighbour, ownPlace } from './place.ts'

export { ownPlace } from './place.ts'

/**
 * Work for one server only: running the bot and sending its outbox (docs/reference/discord.md, Starting and stopping), and sending webhooks
 * and mails (docs/reference/outbox.md, Sending).
 */
export type LeaseId = 'discord' | 'webhooks' | 'mails'
/** Another server may take over this long after the holder's last renewal. */
const lifeMs = 15_000
/** Well below the lease's life, so that one failed renewal does not lose it. */
const renewMs = 4_000

export interface Holder {
  /** Random, new each time a server starts. */
  readonly holder: string
  readonly place: string
}

/** A server's own view of a lease while it runs. */
export interface OwnLease {
  readonly me: Holder
  readonly isHeld: () => boolean
  /** Held, but not renewed in time: it may expire. */
  readonly isOverdue: () => boolean
  /** Takes the lease, or renews it when due. False while another server holds it. */
  readonly keep: () => Promise<boolean>
  readonly renew: () => Promise<boolean>
  /** Gives the lease up, so that the next server need not wait. */
  readonly release: () => Promise<void>
  /** Marks the lease as not held: another server holds it, or may. */
  readonly lose: () => void
}

/** @param onTaken runs in the transaction that takes the lease from another holder */
export function createLease(deps: Deps, id: LeaseId, onTaken?: (tx: Db) => Promise<void>): OwnLease {
  const me = { holder: randomUUID(), place: ownPlace() }
  let isHeld = false
  let renewAt = 0
  const renew = async (): Promise<boolean> => {
    isHeld = await takeLease(deps, id, me, onTaken)
    renewAt = performance.now() + renewMs
    return isHeld
  }
  return {
    me,
    isHeld: () => isHeld,
    isOverdue: () => isHeld && performance.now() > renewAt + renewMs,
    keep: async () => (isHeld && performance.now() < renewAt) || renew(),
    renew,
    release: async () => {
      if (isHeld) await releaseLease(deps, id, me)
      isHeld = false
    },
    lose: () => {
      isHeld = false
    },
  }
}

/**
 * Takes the lease if it is free, or renews it. False while another server holds it.
 * @param onTaken runs in the transaction that takes the lease from another holder
 */
export async function takeLease(
  deps: Deps,
  id: LeaseId,
  me: Holder,
  onTaken: (tx: Db) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const now = deps.now()
  const isFree = (row: repo.LeaseRow | undefined): boolean =>
    row === undefined || row.holder === me.holder || row.expires_at <= now.toISOString() || isDeadNeighbour(row.place)
  // Usually another server holds it. Check first, to avoid a write.
  if (!isFree(await repo.findLease(deps.db, id))) return false
  return transact(deps.db, async (tx) => {
    await repo.ensureLease(tx, id)
    const before = await repo.findLease(tx, id, { lock: true })
    if (!isFree(before)) return false
    if (before?.holder !== me.holder) await onTaken(tx)
    await repo.updateLease(tx, { id, ...me, expires_at: new Date(now.getTime() + lifeMs).toISOString() })
    return true
  })
}

async function releaseLease(deps: Deps, id: LeaseId, { holder }: Holder): Promise<void> {
  await transact(deps.db, async (tx) => {
    const row = await repo.findLease(tx, id, { lock: true })
    if (row?.holder === holder) await repo.updateLease(tx, { ...row, expires_at: '' })
  })
}

/** Whether this server still holds the lease. Call it in the transaction that relies on it. */
export async function holdsLease(tx: Db, id: LeaseId, now: Date, { holder }: Holder): Promise<boolean> {
  const row = await repo.findLease(tx, id)
  return row?.holder === holder && row.expires_at > now.toISOString()
}

/** Whether any server holds it. */
export async function isLeaseAlive(db: Db, id: LeaseId, now: Date): Promise<boolean> {
  const row = await repo.findLease(db, id)
  return row !== undefined && row.expires_at > now.toISOString() && !isDeadNeighbour(row.place)
}
