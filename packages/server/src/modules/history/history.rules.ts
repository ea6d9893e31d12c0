import { categoryFields, subjectKinds, subjectPermissions, type Permission, type SubjectKind } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Changes } from '../activity/activity.service.ts'

/** Things that can be restored after their deletion. */
export const deletable = ['product', 'variant', 'coupon', 'announcement'] as const satisfies readonly SubjectKind[]
export type Deletable = (typeof deletable)[number]

/** A stored thing that can be deleted. */
export interface Thing {
  readonly id: number
  readonly name: string
  /** ISO 8601 in UTC; null if it is not deleted. */
  readonly deleted_at: string | null
  /** The product of a variant. */
  readonly product?: { readonly id: number; readonly name: string; readonly isDeleted: boolean }
}

/** Who reads the history: the permissions decide which rows they see, in addition to those about their own account. */
export type Reader = Pick<SignedIn, 'userId' | 'permissions'>

/** Kinds of things whose history the reader may not read. */
export const hiddenKinds = ({ permissions }: Reader): SubjectKind[] =>
  subjectKinds.filter((kind) => !permissions.includes(subjectPermissions[kind]))

export const isVisible = (reader: Reader, subject: { readonly kind: SubjectKind; readonly id: number }): boolean =>
  reader.permissions.includes(subjectPermissions[subject.kind]) || (subject.kind === 'member' && subject.id === reader.userId)

/** The fields that can be restored, by kind of thing, and the permission for it. Names are those in `changes`. */
export const restorable: Partial<Record<SubjectKind, { readonly permission: Permission; readonly fields: readonly string[] }>> = {
  product: {
    permission: 'products:write',
    fields: [
      ...['name', 'description', 'full_description', 'category', 'featured', 'unlisted', 'sales_paused', 'game_name', 'cheat_type'],
      ...['has_day_keys', 'spoofer_type', 'anti_cheats_supported', 'anti_cheat', 'firmware_type', 'hardware_type', 'update_status'],
      ...['detection_status', 'requirements', 'supported_on', 'instructions', 'faq', 'updates'],
    ],
  },
  variant: { permission: 'products:write', fields: ['name', 'price', 'max_per_order', 'low_stock_threshold'] },
  coupon: {
    permission: 'coupons:write',
    fields: [
      ...['code', 'discount_type', 'discount_value', 'expiration_date', 'starts_at', 'max_usage', 'max_usage_per_user'],
      ...['applicable_to_all', 'applicable_products', 'is_active'],
    ],
  },
  user: { permission: 'referrals:write', fields: ['enabled', 'custom_commission', 'referral_discount', 'referral_code'] },
  announcement: { permission: 'announcements:write', fields: ['title', 'content'] },
  discord: {
    permission: 'discord:write',
    fields: ['updates_channel_id', 'restock_channel_id', 'alerts_channel_id', 'notifications_enabled', 'product_url'],
  },
}

/** Fields that only make sense together: restoring one also restores the others if they have changed since. */
const tied: Partial<Record<SubjectKind, Readonly<Record<string, readonly string[]>>>> = {
  product: { category: categoryFields, ...Object.fromEntries(categoryFields.map((field) => [field, ['category']])) },
  coupon: {
    discount_type: ['discount_value'],
    discount_value: ['discount_type'],
    applicable_to_all: ['applicable_products'],
    applicable_products: ['applicable_to_all'],
  },
}

/**
 * The changes when a field gets an earlier value: the field and those tied to it. Empty if it has this value already.
 * @param now the thing's current fields
 * @param then the earlier values by field, from rows since; a missing field has not changed
 */
export function changesOfRestore(kind: SubjectKind, field: string, now: Readonly<Record<string, unknown>>, then: Changes): Changes {
  const changes: Changes = {}
  const names = new Set([field])
  for (const name of names) {
    const { before, is_cut } = then[name] ?? { before: now[name] }
    if (JSON.stringify(before) === JSON.stringify(now[name])) continue
    changes[name] = { before: now[name], after: before, is_cut }
    for (const other of tied[kind]?.[name] ?? []) names.add(other)
  }
  return changes
}

export const isDeletable = (kind: SubjectKind): kind is Deletable => deletable.some((other) => other === kind)

export interface Row {
  readonly at: string
  readonly action: string
  readonly kind: string
  readonly subject_kind: SubjectKind
}

export const isDeletion = ({ action, subject_kind: kind }: Row): boolean => isDeletable(kind) && action === `${kind}.deleted`

/** Why a deleted thing cannot be restored from the row of its deletion; null if it can. */
export function obstacleTo(row: Row, thing: Thing | undefined, since: string): string | null {
  if (thing === undefined || (thing.deleted_at !== null && thing.deleted_at < since)) return 'It was deleted more than 30 days ago'
  if (thing.deleted_at === null) return 'It is not deleted any more'
  if (thing.deleted_at !== row.at) return 'It was restored and deleted again since: restore it from there'
  return thing.product?.isDeleted === true ? 'The product of this variant is deleted: restore the product' : null
}

/** The fields that a row can restore. */
export function fieldsToRestore({ kind, action, subject_kind }: Row, changes: Changes): string[] {
  const fields = restorable[subject_kind]?.fields ?? []
  // Only changes, and undone bulk changes, have earlier values.
  if (kind !== 'change' && action !== 'product.bulk_undone') return []
  return Object.entries(changes).flatMap(([name, { is_cut }]) => (fields.includes(name) && is_cut !== true ? [name] : []))
}

/** Fields that need a further permission. */
const guarded: Partial<Record<SubjectKind, Readonly<Record<string, Permission>>>> = {
  order: { customer_email: 'customers:read' },
  user: { email: 'customers:read' },
}

/** The changes that the reader may see. The server leaves out amounts in every answer (`guardedChanges` of the contract). */
export const changesFor = ({ permissions }: Reader, kind: SubjectKind, changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name]) => {
      const permission = guarded[kind]?.[name]
      return permission === undefined || permissions.includes(permission)
    }),
  )
