import type { Access, Permission, Role } from '@keydesk/contract'
import type { Actor } from './actor.ts'

/** A person with a live session. */
export interface SignedIn {
  readonly userId: number
  readonly sessionId: string
  /** As the user's row has it at this moment. A customer of the storefront may do nothing here. */
  readonly role: Role | 'customer'
  /** An owner demands two-factor sign-in, which is not on yet (docs/reference/sessions.md, Two-factor sign-in). */
  readonly isTwoFactorDue: boolean
  readonly actor: Actor
}

/** A storefront with a live API key. */
export interface Storefront {
  readonly apiKeyId: number
  readonly actor: Actor
}

/** The caller of a handler, as its endpoint's access demands. */
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

/** Of a request as Fastify has it. */
export const originOf = ({ ip, headers }: { ip: string; headers: { 'user-agent'?: string | undefined } }): Origin => ({
  address: ip,
  userAgent: headers['user-agent'],
})
