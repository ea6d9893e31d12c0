import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import type { ErrorKind } from './errors.ts'

/**
 * What the files `<noun>.docs.ts` are made of: the texts of the OpenAPI document, beside the calls and schemas that they describe. Only the
 * server's document and tests import them (`@keydesk/contract/docs`), so that nothing of them reaches the browser.
 */

type Words<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Words<Rest> : List

/** Fields whose names say it all. A field with another name does not compile without a text. */
type SelfExplanatory =
  // Ids
  | Words<'id channel_id import_id item_id media_item_id message_id order_id payout_id product_id purchase_id referrer_id'>
  | Words<'transaction_id user_id variant_id'>
  // Names, texts and choices
  | Words<'answer category code content coupon_code current_password customer_email description discount_type email'>
  | Words<'full_description import_name kind message name new_password password product_name question referral_code role'>
  | Words<'secret state status supplier text title token type url username variant_name wallet_address wallet_type'>
  // Times and numbers
  | Words<'at created_at date day expires_at quantity timestamp updated_at'>
  // What another component describes
  | Words<'counts events faq items keys logs media_items notes orders payouts permissions product scopes updates user variant'>
  | Words<'variants'>
  // Settings of a product, as its editor calls them
  | Words<'anti_cheat anti_cheats_supported cheat_type detection_status featured firmware_type game_name hardware_type'>
  | Words<'has_day_keys instructions requirements spoofer_type supported_on unlisted update_status'>

type FieldTexts<S extends z.ZodMiniObject> = { readonly [F in Exclude<keyof S['shape'], SelfExplanatory>]: string } & {
  readonly [F in Extract<keyof S['shape'], SelfExplanatory>]?: string
}

/** Parameters that mean the same in every call. */
export const sharedParameters = {
  cursor: 'What `next_cursor` of the page before said.',
  days: 'How many days, up to today.',
  from: 'The first day, as `YYYY-MM-DD` in `time_zone`.',
  limit: 'How many at most.',
  q: 'What to search for.',
  sort: 'The name of a field; a minus before it turns the order round.',
  time_zone: 'Whose days are meant: the IANA name of a time zone. UTC where it is left out.',
  to: 'The last day, as `YYYY-MM-DD` in `time_zone`.',
}

/** The text of `version` in everything that two people may edit at once. */
export const versionText = 'Grows with every change. Send it back when you save, so that nobody else’s change is undone.'

export interface Component {
  readonly schema: z.ZodMiniObject
  readonly about: string
  readonly fields: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, readonly string[]>>
}

/**
 * An object with a name in the document.
 * @param values fields with a fixed list of values on this server. The contract leaves them open where a foreign host may know more.
 */
export function component<S extends z.ZodMiniObject>(
  schema: S,
  about: string,
  ...texts: Partial<FieldTexts<S>> extends FieldTexts<S>
    ? [fields?: FieldTexts<S>, values?: FieldValues<S>]
    : [fields: FieldTexts<S>, values?: FieldValues<S>]
): Component {
  const [fields = {}, values = {}] = texts as [fields?: Component['fields'], values?: Component['values']]
  return { schema, about, fields, values }
}

type FieldValues<S extends z.ZodMiniObject> = { readonly [F in keyof S['shape']]?: readonly string[] }

/** Parameters of the calls of a noun, other than the shared ones. */
type OwnParameter<Calls> = Exclude<
  { [C in keyof Calls]: Calls[C] extends { query: infer Q extends z.ZodMiniObject } ? keyof Q['shape'] : never }[keyof Calls],
  keyof typeof sharedParameters
>

interface Texts<Calls> {
  readonly about: string
  /** What a caller should know of a call beyond its summary. */
  readonly calls?: { readonly [C in keyof Calls]?: string }
  /** Kinds of refusal that do not follow from a call's input. */
  readonly refuses?: { readonly [C in keyof Calls]?: readonly ErrorKind[] }
  readonly everyCallRefuses?: readonly ErrorKind[]
  readonly components?: Readonly<Record<string, Component>>
}

type QueryTexts<Calls> = [OwnParameter<Calls>] extends [never]
  ? unknown
  : { readonly query: { readonly [P in OwnParameter<Calls>]: string } }

export interface Docs {
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly about: string
  readonly calls: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly refuses: Readonly<Record<string, readonly ErrorKind[]>>
  readonly everyCallRefuses: readonly ErrorKind[]
  readonly components: Readonly<Record<string, Component>>
}

/** The calls of a noun with their texts, and the components that they bring. */
export function docs<Calls extends Readonly<Record<string, Endpoint>>>(endpoints: Calls, texts: Texts<Calls> & QueryTexts<Calls>): Docs {
  return { calls: {}, query: {}, refuses: {}, everyCallRefuses: [], components: {}, ...texts, endpoints } as Docs
}

type Inner<S> = S extends z.ZodMiniObject
  ? S
  : S extends z.ZodMiniArray<infer Item>
    ? Inner<Item>
    : S extends { def: { innerType: infer Wrapped } }
      ? Inner<Wrapped>
      : never

/** The object inside a list or an optional, nullable or caught schema: the contract names only the outer one. */
export function innerObject<S extends z.ZodMiniType>(schema: S): Inner<S>
export function innerObject(schema: z.core.$ZodType): z.ZodMiniObject {
  if (schema instanceof z.ZodMiniObject) return schema
  if (schema instanceof z.ZodMiniArray) return innerObject(schema.def.element as z.ZodMiniType)
  for (const wrapper of [z.ZodMiniCatch, z.ZodMiniNullable, z.ZodMiniOptional, z.ZodMiniDefault]) {
    if (schema instanceof wrapper) return innerObject(schema.def.innerType as z.ZodMiniType)
  }
  throw new Error('There is no object in this schema')
}
