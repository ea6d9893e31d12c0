import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { withoutNul } from '../fields.ts'
import { changesOf } from '../team/guarded.ts'
import { calendarDay, listed, listQuery, timeZone } from '../lists.ts'
import { activityKinds, subjectKinds } from './activity-kinds.ts'
import { count, flag, id, listOf, moment, optionalFlag, optionalId, orElse, text } from '../tolerant.ts'

/** A change of one field. `before` is null or left out if the thing was created, `after` if it was deleted. */
export const activityChange = z.object({
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  /** The text is too long for the history: this is only its beginning, and it cannot be restored. */
  is_cut: optionalFlag,
})
export type ActivityChange = z.infer<typeof activityChange>

/** Something that was done (docs/reference/history.md, Rows). Only the server adds rows, and nobody can change them. */
export const activityRow = z.object({
  id,
  at: moment,
  actor: z.object({
    /** `admin` is a member, `store` an API key, `system` the server itself. */
    kind: text,
    /** The id of the person or the API key. */
    id: orElse(z.nullable(id), null),
    /** The name at that time. */
    name: text,
  }),
  /** `noun.verb_in_the_past`, such as `product.updated`. */
  action: text,
  /** One of `activityKinds`. */
  kind: text,
  subject: z.object({
    /** One of `subjectKinds`. */
    kind: text,
    /** 0 if it is about no single thing, such as an export. */
    id: count,
    /** The name at that time; empty if it is not known. */
    name: text,
    /** For a variant: its product, with its current name. */
    product_id: optionalId,
    product_name: z.optional(text),
    /** True if it is deleted by now; left out otherwise. */
    is_deleted: optionalFlag,
  }),
  changes: changesOf(activityChange),
  /** Whether the caller can restore something: the deleted thing, or one of `restorable`. */
  can_restore: flag,
  /** Names of fields whose earlier value can be restored. Empty for a deleted thing. */
  restorable: listOf(z.string()),
})
export type ActivityRow = z.infer<typeof activityRow>

/** A person to filter by. */
export const activityPerson = z.object({ id, name: text })

export const activityFilters = z.extend(z.omit(listQuery, { q: true, sort: true }), {
  /** The id of a member. */
  actor: z.optional(z.coerce.number('actor must be an id').check(z.int('actor must be an id'), z.positive('actor must be an id'))),
  /** What storefronts did with this API key. */
  api_key_id: z.optional(
    z.coerce.number('api_key_id must be an id').check(z.int('api_key_id must be an id'), z.positive('api_key_id must be an id')),
  ),
  kind: z.optional(z.enum(activityKinds, `kind must be one of: ${activityKinds.join(', ')}`)),
  subject_kind: z.optional(z.enum(subjectKinds, `subject_kind must be one of: ${subjectKinds.join(', ')}`)),
  /** Only beside `subject_kind`. */
  subject_id: z.optional(
    z.coerce.number('subject_id must be an id').check(z.int('subject_id must be an id'), z.nonnegative('subject_id must be an id')),
  ),
  /** Days of `time_zone`, both included. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  /** UTC by default. */
  time_zone: z.optional(timeZone),
})
export type ActivityFilters = z.infer<typeof activityFilters>

const field = z.string('field must be text').check(z.maxLength(100, 'field must be at most 100 characters'), withoutNul('field'))
/** If `field` is left out, a deleted thing is restored. */
export const restoreInput = z.object({ field: z.optional(field) })
export type RestoreInput = z.infer<typeof restoreInput>

const path = '/admin/activity'
export const activity = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'staff',
    summary: 'What was done, newest first: the newest 50 unless a limit says otherwise',
    beyondSpec: true,
    query: activityFilters,
    response: listed(activityRow),
  }),
  actors: endpoint({
    method: 'GET',
    path: `${path}/actors`,
    access: 'activity:read',
    summary: 'Everybody who is or was in the team, to filter the list by',
    beyondSpec: true,
    response: wrapped(z.array(activityPerson)),
  }),
  restorePreview: endpoint({
    method: 'GET',
    path: `${path}/:id/restore`,
    access: 'staff',
    summary: 'What changes if a field gets the value that it had before this',
    beyondSpec: true,
    query: z.object({ field }),
    /** By field: its current value and the restored one. Fields that depend on each other are restored together. */
    response: wrapped(z.record(z.string(), activityChange)),
  }),
  restore: endpoint({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'staff',
    summary: 'Bring back the value that a field had before this, or a deleted thing',
    beyondSpec: true,
    body: restoreInput,
    /** `data` is the thing as its own calls show it, without key values. `meta` counts the keys that came back with a variant. */
    response: z.object({
      data: z.looseObject({ id: count }),
      meta: z.optional(z.object({ keys_restored: count })),
    }),
  }),
}
