import { isRole, permissionsOf, roleNames, roles, twoFactorDue, viewAsHeader, viewOnly, type Endpoint, type Role } from '@keydesk/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withTimeLimit } from '../time-limit.ts'
import type { Disk } from '../db/disk.ts'
import { AppError, forbidden, invalid, unauthenticated } from '../errors.ts'
import { apiKeyPrefix, type SignedIn, type Storefront } from '../caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: unknown
    /** The duration of the check in milliseconds. */
    gateMs: number
  }
}

/** How a credential is looked up. The modules provide it, so that http/ does not import them. */
export interface Credentials {
  /** Throws `unauthenticated` for anything but the token of a live session. */
  readonly signedIn: (token: string) => Promise<SignedIn>
  /** @param address where the request comes from */
  readonly storefront: (apiKey: string, scope: Endpoint['scope'], address: string) => Promise<Storefront>
}

/**
 * The most time that all queries of a call may take on PostgreSQL, so that it is answered within 10 s even if each query is slow.
 */
export const callMs = 9_000

/** The fields of an endpoint that define who may call it. */
type Demand = Pick<Endpoint, 'method' | 'access' | 'scope' | 'reads' | 'asOneself' | 'ownAccount'>

export type Gate = (demand: Demand, request: FastifyRequest) => Promise<SignedIn | Storefront | null>

/** Accepts or refuses a request by its headers alone. Nothing else has been read yet. */
export function createGate(credentials: Credentials, disk: Disk): Gate {
  return async (demand, request) => {
    requireDisk(disk, demand)
    const { access, scope } = demand
    const presented = presentedCredential(request)
    if (access === 'public') return null
    if (presented === null) {
      if (access === 'optional') return null
      throw unauthenticated()
    }
    if (access === 'store') return credentials.storefront(presented, scope, request.ip)
    if (access === 'optional' && presented.startsWith(apiKeyPrefix)) {
      // A storefront sends its key with all calls; here it sees what everybody sees.
      await credentials.storefront(presented, scope, request.ip)
      return null
    }
    const signedIn = await credentials.signedIn(presented)
    if (signedIn.isTwoFactorDue && demand.ownAccount !== true)
      throw forbidden('Set up two-factor sign-in first: your team requires it', twoFactorDue)
    const viewed = demand.asOneself === true ? undefined : viewedRole(request, signedIn)
    const caller = viewed === undefined ? signedIn : { ...signedIn, role: viewed, permissions: permissionsOf[viewed] }
    if (!isAllowed(caller, access)) throw forbidden()
    if (viewed !== undefined && isChange(demand))
      throw forbidden(`You are viewing as ${roleNames[viewed]}: nothing can be changed.`, viewOnly)
    return caller
  }
}

const isChange = ({ method, reads }: Demand): boolean => method !== 'GET' && reads !== true

/**
 * A damaged database sells nothing. On a full disk (db/disk.ts) a person can still sign in, and delete things to make room.
 * @throws 503
 */
function requireDisk(disk: Disk, demand: Demand): void {
  if (!isChange(demand)) return
  if (demand.access === 'store' && disk.damage() !== null)
    throw new AppError('unavailable', 'The database is damaged, so nothing is sold until it is repaired', { retryAfter: 60 })
  const needsRoom = demand.method !== 'DELETE' && demand.ownAccount !== true && demand.access !== 'public'
  if (disk.isFull() && needsRoom)
    throw new AppError('unavailable', 'The disk of the server is full. Make room on it, and try again in a moment.', { retryAfter: 5 })
}

function isAllowed({ role, permissions }: SignedIn, access: Exclude<Endpoint['access'], 'public' | 'store'>): boolean {
  if (access === 'user' || access === 'optional') return true
  return access === 'staff' ? role !== 'customer' : permissions.includes(access)
}

/** The role that an owner views the app as (docs/reference/roles.md, View as). */
function viewedRole({ headers }: FastifyRequest, { role }: SignedIn): Role | undefined {
  const named = headers[viewAsHeader]
  if (named === undefined) return undefined
  if (role !== 'owner') throw forbidden('Only owners can view as a role')
  if (typeof named !== 'string' || !isRole(named)) throw invalid(`${viewAsHeader} must be one of: ${roles.join(', ')}`)
  return named
}

/** Fields that requests have after the gate, declared once so that all request objects have the same shape. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('gateMs', 0)
}

/** A hook that runs before the body is read, so that the body of an unknown caller is never parsed. */
export function guard(gate: Gate, demand: Demand): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const began = performance.now()
    request.caller = await withTimeLimit(callMs, () => gate(demand, request))
    request.gateMs = performance.now() - began
  }
}

/** The header's value, without a `Bearer ` prefix (docs/reference/sessions.md, Sessions). */
function presentedCredential(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.trim()
  if (header === undefined || header === '') return null
  return header.replace(/^Bearer\s+/i, '')
}
