import type { Access, Permission, Role } from '@keydesk/contract'
import type { Actor } from './actor.ts'

/** A person with a live session. */
export interface SignedIn {
  readonly userId: number
  readonly sessionId: string
  /** The role in the user's row now. A customer of the storefront may do nothing here. */
  readonly role: Role | 'customer'
  /** What the person may do now: the role, less what an owner has taken away (docs/reference/roles.md, Switches). */
  readonly permissions: readonly Permission[]
  /** The owner requires two-factor sign-in, which this person has not turned on yet (docs/reference/sessions.md, Two-factor sign-in). */
  readonly isTwoFactorDue: boolean
  readonly actor: Actor
}

/** The beginning of an API key, which no session token has. */
export const apiKeyPrefix = 'kd_'

/** A storefront with a live API key. */
export interface Storefront {
  readonly apiKeyId: number
  readonly actor: Actor
}

/** A call of a storefront that carries an Idempotency-Key. */
export interface Repeat {
  readonly apiKeyId: number
  readonly key: string
  /** A hash of the call and its content. The same key with another hash is an error of the storefront. */
  readonly requestHash: string
}

/** The caller that a handler gets, depending on the access of its endpoint. */
export type CallerOf<A extends Access> = A extends Permission | 'staff' | 'user'
  ? SignedIn
  : A extends 'store'
    ? Storefront
    : A extends 'optional'
      ? SignedIn | null
      : null

/** Where a request comes from. */
export interface Origin {
  /** An IP address. */
  readonly address: string
  /** The header's text, if there is one. */
  readonly userAgent?: string | undefined
}

/** Reads the origin from a Fastify request. */
export const originOf = ({ ip, headers }: { ip: string; headers: { 'user-agent'?: string | undefined } }): Origin => ({
  address: ip,
  userAgent: headers['user-agent'],
})
