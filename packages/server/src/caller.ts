import type { Access } from '@keydesk/contract'
import type { Actor } from './actor.ts'

/** A person with a live session. */
export interface SignedIn {
  readonly userId: number
  readonly sessionId: string
  readonly role: 'admin' | 'customer'
  readonly actor: Actor
}

/** A storefront with a live API key. */
export interface Storefront {
  readonly apiKeyId: number
  readonly actor: Actor
}

/** The caller of a handler, as its endpoint's access demands. */
export type CallerOf<A extends Access> = A extends 'admin' | 'user'
  ? SignedIn
  : A extends 'store'
    ? Storefront
    : A extends 'optional'
      ? SignedIn | null
      : null
