import {
  subjectKinds,
  subjectPermissions,
  tiedCouponFields,
  tiedProductFields,
  type announcementLabels,
  type couponLabels,
  type discordSettingsLabels,
  type Permission,
  type productLabels,
  type referralSettingsLabels,
  type SubjectKind,
  type variantLabels,
} from '@keydesk/contract'
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

/** Whether earlier values of a field can be restored. Each field that has a label has an entry, so that none is forgotten. */
type Fields<Labels> = Readonly<Record<keyof Labels, boolean>>

interface Restorable {
  readonly permission: Permission
  /** By their names in `changes`. */
  readonly fields: Readonly<Record<string, boolean>>
}

/** What can be restored, by kind of thing, and the permission for it. */
export const restorable: Partial<Record<SubjectKind, Restorable>> = {
  product: {
    permission: 'products:write',
    fields: {
      ...{ name: true, description: true, full_description: true, category: true, featured: true, unlisted: true, sales_paused: true },
      ...{ game_name: true, cheat_type: true, has_day_keys: true, spoofer_type: true, anti_cheats_supported: true, anti_cheat: true },
      ...{ firmware_type: true, hardware_type: true, update_status: true, detection_status: true, requirements: true },
      ...{ supported_on: true, instructions: true, faq: true, updates: true },
    } satisfies Fields<typeof productLabels>,
  },
  variant: {
    permission: 'products:write',
    fields: { name: true, price: true, max_per_order: true, low_stock_threshold: true, keys: false } satisfies Fields<typeof variantLabels>,
  },
  coupon: {
    permission: 'coupons:write',
    fields: {
      ...{ code: true, discount_type: true, discount_value: true, expiration_date: true, starts_at: true, max_usage: true },
      ...{ max_usage_per_user: true, applicable_to_all: true, applicable_products: true, is_active: true },
    } satisfies Fields<typeof couponLabels>,
  },
  user: {
    permission: 'referrals:write',
    fields: {
      ...{ enabled: true, custom_commission: true, referral_discount: true, referral_code: true },
    } satisfies Fields<typeof referralSettingsLabels>,
  },
  announcement: {
    permission: 'announcements:write',
    fields: {
      ...{ title: true, content: true, post_to_discord: false, publish_at: false, mention_role_id: false },
    } satisfies Fields<typeof announcementLabels>,
  },
  discord: {
    permission: 'discord:write',
    fields: {
      ...{ updates_channel_id: true, restock_channel_id: true, alerts_channel_id: true, notifications_enabled: true },
      ...{ product_url: true, bot_token: false },
    } satisfies Fields<typeof discordSettingsLabels>,
  },
}

/** Fields that only make sense together: restoring one also restores the others if they have changed since. */
const tied: Partial<Record<SubjectKind, Readonly<Record<string, readonly string[]>>>> = {
  product: tiedProductFields,
  coupon: tiedCouponFields,
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
  const fields = restorable[subject_kind]?.fields ?? {}
  // Only changes, and undone bulk changes, have earlier values.
  if (kind !== 'change' && action !== 'product.bulk_undone') return []
  return Object.entries(changes).flatMap(([name, { is_cut }]) => (fields[name] === true && is_cut !== true ? [name] : []))
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
