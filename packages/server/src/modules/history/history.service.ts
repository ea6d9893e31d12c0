import { addDays, limits, momentOfDay, type ActivityFilters, type ActivityRow, type PageMeta, type SubjectKind } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { forbidden, invalid } from '../../errors.ts'
import { pageActivity, readChanges, type ActivityFilters as Filters, type ActivityRow as StoredRow } from '../activity/activity.service.ts'
import { listMembers } from '../users/members.service.ts'
import * as rules from './history.rules.ts'
import { restorableSince } from './purge.service.ts'
import { listOtherNames, listThings } from './things.service.ts'

/**
 * A page of activity that the reader may see, newest first, 50 rows by default (docs/reference/history.md, Who sees what). The number of
 * queries does not depend on the number of rows.
 * @throws 403 for the whole list without `activity:read`, or for the history of a thing that the role may not read; 400 for a `subject_id`
 *   without `subject_kind`, or an invalid cursor
 */
export async function listHistory(
  deps: Deps,
  reader: rules.Reader,
  { limit = limits.newestActivity, cursor, ...asked }: ActivityFilters,
): Promise<{ data: ActivityRow[]; meta: PageMeta }> {
  const { rows, meta } = await pageActivity(deps.db, toFilters(reader, asked), { limit, cursor })
  const things = await findThings(deps.db, rows)
  const since = restorableSince(deps)
  return { data: rows.map((row) => toRow(row, reader, things.get(keyOf(row)), since)), meta }
}

/** The team members, for the filter. */
export const listActors = async (deps: Deps): Promise<{ id: number; name: string }[]> =>
  (await listMembers(deps.db)).map(({ id, username }) => ({ id, name: username }))

function toFilters(reader: rules.Reader, { from, to, time_zone = 'UTC', ...asked }: Omit<ActivityFilters, 'limit' | 'cursor'>): Filters {
  const { subject_kind: kind, subject_id: id } = asked
  if (id !== undefined && kind === undefined) refuse('subject_id needs a subject_kind', 'subject_id')
  const isOneThing = kind !== undefined && id !== undefined
  if (isOneThing ? !rules.isVisible(reader, { kind, id }) : !reader.permissions.includes('activity:read')) throw forbidden()
  const hidden = rules.hiddenKinds(reader)
  // Such a reader sees only their own sign-ins: select by account instead of filtering everybody's rows.
  const isOwnOnly = !isOneThing && hidden.includes('member') && (kind === 'member' || asked.kind === 'sign_in')
  return {
    ...asked,
    ...(isOwnOnly && { subject_kind: 'member', subject_id: reader.userId }),
    from: from === undefined ? null : momentOfDay(from, time_zone),
    to: to === undefined ? null : momentOfDay(addDays(to, 1), time_zone),
    hidden,
    userId: reader.userId,
  }
}

function refuse(sentence: string, field: string): never {
  throw invalid(sentence, { [field]: sentence })
}

/** The current state of a row's subject. */
interface Found {
  readonly name: string
  readonly thing?: rules.Thing
}

const keyOf = ({ subject_kind, subject_id }: Pick<StoredRow, 'subject_kind' | 'subject_id'>): string => `${subject_kind} ${subject_id}`

/** One or two queries for each kind of thing. */
async function findThings(db: Db, rows: readonly StoredRow[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.subject_kind)) {
    const ids = [...new Set(ofKind.map((row) => row.subject_id))]
    const things = rules.isDeletable(kind) ? await listThings(db, kind, ids) : []
    for (const thing of things) found.set(keyOf({ subject_kind: kind, subject_id: thing.id }), { name: thing.name, thing })
    const isNameless = !rules.isDeletable(kind) && ofKind.some((row) => row.subject_name === null)
    for (const { id, name } of isNameless ? await listOtherNames(db, kind, ids) : []) {
      found.set(keyOf({ subject_kind: kind, subject_id: id }), { name })
    }
  }
  return found
}

function toRow(row: StoredRow, reader: rules.Reader, found: Found | undefined, since: string): ActivityRow {
  const { id, at, action, kind, subject_kind } = row
  const changes = rules.changesFor(reader, subject_kind, readChanges(row.changes))
  const restorable = mayWrite(reader, subject_kind) && isThere(subject_kind, found) ? rules.fieldsToRestore(row, changes) : []
  const isBack =
    rules.isDeletion(row) && reader.permissions.includes('deleted:restore') && rules.obstacleTo(row, found?.thing, since) === null
  return {
    id,
    at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action,
    kind,
    subject: {
      ...{ kind: subject_kind, id: row.subject_id, name: row.subject_name ?? found?.name ?? '' },
      ...(found?.thing?.product && { product_id: found.thing.product.id, product_name: found.thing.product.name }),
      ...(!isThere(subject_kind, found) && { is_deleted: true }),
    },
    changes,
    can_restore: isBack || restorable.length > 0,
    restorable,
  }
}

function mayWrite({ permissions }: rules.Reader, kind: SubjectKind): boolean {
  const permission = rules.restorable[kind]?.permission
  return permission !== undefined && permissions.includes(permission)
}

/** Other kinds, such as users and settings, are never deleted. */
const isThere = (kind: SubjectKind, found: Found | undefined): boolean => !rules.isDeletable(kind) || found?.thing?.deleted_at === null
