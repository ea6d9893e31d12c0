import * as z from 'zod/mini'
import type { Permission } from './team/permissions.ts'

/**
 * Who may make a call. A permission: members whose role has it. `staff`: all members; `user`: any valid session; `optional`:
 * everybody, but members get more; `store`: an API key.
 */
export type Access = 'public' | 'optional' | 'user' | 'staff' | 'store' | Permission

/** What an API key may do (docs/reference/sessions.md, API keys). */
export const apiKeyScopes = ['catalogue:read', 'orders:write', 'users:write'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** One HTTP call that both sides agree on. Its URL is written only here. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters are written as `:name`; each is a positive integer, except those of `names`. */
  readonly path: string
  /** The parameters of the path that are one of some names. */
  readonly names?: Readonly<Record<string, readonly string[]>>
  readonly access: Access
  /** What the API key of a `store` call must be allowed to do. */
  readonly scope?: ApiKeyScope
  /** About the caller's own account: it also works before the two-factor sign-in that the team requires is on. */
  readonly ownAccount?: true
  /** It changes nothing although it is no GET, so an owner may make it while viewing as a role. */
  readonly reads?: true
  /** About the caller's own session: the role that an owner views as does not apply. */
  readonly asOneself?: true
  /** One line for the API documentation. */
  readonly summary: string
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** The largest JSON body in bytes, if the server's default is too small. */
  readonly bodyLimit?: number
  /** The multipart field that carries a file; such a call has no JSON body. */
  readonly upload?: string
  /** The largest file in bytes, if it is no image. */
  readonly uploadBytes?: number
  /** Text fields of the multipart body, beside the file. */
  readonly form?: z.ZodMiniObject
  /** The status of a success where it is not 200. */
  readonly status?: number
  /** The status of a success that stores nothing because of `dry_run` in the query. */
  readonly dryRunStatus?: number
  /** What the server sends: anything else is stripped. */
  readonly response: z.ZodMiniType
  /** With `format=csv` in the query the answer is a file. */
  readonly hasCsv?: true
  /** How the browser reads the answer, if it needs more than `response` has. Fits the type of `response`. */
  readonly read?: z.ZodMiniType
  /**
   * Beyond the basic calls (docs/reference/calls.md, Another server behind the web app): a foreign host may refuse it, even with 401.
   * Its failures never end the session; they only hide what needs the call.
   */
  readonly beyondSpec?: true
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** Most answers are wrapped as { data: ... }; the few bare ones do not use this. */
export const wrapped = <S extends z.ZodMiniType>(schema: S) => z.object({ data: schema })

type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Part<Key extends string, Value> = [Value] extends [never] ? unknown : { readonly [K in Key]: Value }

type ParamOf<E extends Endpoint, Name extends string> = E extends { names: Readonly<Record<Name, readonly (infer Value)[]>> }
  ? Value
  : number

type Params<E extends Endpoint> = [PathParam<E['path']>] extends [never]
  ? never
  : { readonly [Name in PathParam<E['path']>]: ParamOf<E, Name> }

/** What the caller sends. */
export type CallInput<E extends Endpoint> = Part<'params', Params<E>> &
  Part<'query', E extends { query: infer Q extends z.ZodMiniType } ? z.input<Q> : never> &
  Part<'body', E extends { body: infer B extends z.ZodMiniType } ? z.input<B> : never> &
  Part<'file', E extends { upload: string } ? File : never> &
  Part<'form', E extends { form: infer F extends z.ZodMiniObject } ? z.input<F> : never>

/** What the handler receives, after parsing. An uploaded file arrives as its bytes. */
export type HandlerInput<E extends Endpoint> = Part<'params', Params<E>> &
  Part<'query', E extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : never> &
  Part<'body', E extends { body: infer B extends z.ZodMiniType } ? z.output<B> : never> &
  Part<'file', E extends { upload: string } ? Uint8Array : never> &
  Part<'form', E extends { form: infer F extends z.ZodMiniObject } ? z.output<F> & { readonly file_name: string } : never>

export type Answer<E extends Endpoint> = z.output<E['response']>
