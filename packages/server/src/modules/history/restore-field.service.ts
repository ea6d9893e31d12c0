import {
  announcementInput,
  couponInput,
  customCode,
  discordSettingsInput,
  productInput,
  referralSettings,
  variantInput,
  type SubjectKind,
} from '@keydesk/contract'
import type * as z from 'zod/mini'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError, cannotRestore } from '../../errors.ts'
import { requireAnnouncement, updateAnnouncement } from '../announcements/announcements.service.ts'
import { updateCoupon } from '../coupons/coupon-saving.service.ts'
import { readCoupon, setCouponActive } from '../coupons/coupons.service.ts'
import { readSettings, saveSettings } from '../discord/settings.service.ts'
import { listChangesSince, type ActivityRow, type Changes } from '../activity/activity.service.ts'
import { requireProduct, updateProduct } from '../catalogue/catalogue.service.ts'
import { readReferralSettings, saveSettings as saveReferralSettings, setCustomCode } from '../users/referral-users.service.ts'
import { updateVariant } from '../variants/variant-saving.service.ts'
import { readVariantFields, withoutKeys } from '../variants/variants.service.ts'
import { changesOfRestore } from './history.rules.ts'

/** How to read and save one kind of thing, under the field names of its history. */
interface Noun {
  readonly read: (deps: Deps, id: number) => Promise<object>
  /** A normal save, with its checks, a new version and an activity row. */
  readonly save: (deps: Deps, actor: Actor, id: number, values: Fields) => Promise<object>
}

type Fields = Readonly<Record<string, unknown>>

const nouns: Partial<Record<SubjectKind, Noun>> = {
  product: {
    read: requireProduct,
    save: (deps, actor, id, values) => updateProduct(deps, actor, id, check(productInput, values), { isRestore: true }),
  },
  variant: {
    read: readVariantFields,
    save: async (deps, actor, id, values) =>
      withoutKeys((await updateVariant(deps, actor, id, check(variantInput, values), { staysDraft: true })).data),
  },
  coupon: {
    read: async (deps, id) => {
      const { fields, is_active } = await readCoupon(deps, id)
      return { ...fields, is_active }
    },
    save: async (deps, actor, id, values) => {
      if ('is_active' in values) return setCouponActive(deps, actor, id, values['is_active'] === true)
      const { fields, version } = await readCoupon(deps, id)
      return updateCoupon(deps, actor, id, check(couponInput, { ...fields, version, ...values }))
    },
  },
  user: {
    read: readReferralSettings,
    save: async (deps, actor, id, values) => {
      if ('referral_code' in values) {
        const { code } = check(customCode, { code: values['referral_code'] })
        return { id, referral_code: await setCustomCode(deps, actor, id, code) }
      }
      const { referral_code: _, ...settings } = { ...(await readReferralSettings(deps, id)), ...values }
      // A null means the default, which a save omits.
      const set = Object.fromEntries(Object.entries(settings).filter(([, each]) => each !== null))
      // Each needs a permission of its own, and the answer of a restore has no guarded fields.
      const { email: _email, referral_stats: _stats, ...user } = await saveReferralSettings(deps, actor, id, check(referralSettings, set))
      return user
    },
  },
  announcement: {
    read: requireAnnouncement,
    save: async (deps, actor, id, values) => {
      const { title, content, version } = await requireAnnouncement(deps, id)
      return updateAnnouncement(deps, actor, id, check(announcementInput, { title, content, version, ...values }))
    },
  },
  discord: {
    read: readSettings,
    save: async (deps, actor, id, values) => ({
      id,
      ...(await saveSettings(deps, actor, check(discordSettingsInput, values))).data,
    }),
  },
}

/**
 * The changes when a field, and the fields tied to it, get their values from before a row (docs/reference/history.md, Restoring).
 * @throws 404 for a deleted thing; 409 `cannot_restore` if nothing would change, or a stored value was cut
 */
export async function readRestore(deps: Deps, row: ActivityRow, field: string): Promise<Changes> {
  const { subject_kind: kind, subject_id: id } = row
  const now = (await nounOf(kind).read(deps, id)) as Fields
  const since = await listChangesSince(deps.db, row)
  // The oldest row with a field has the value to restore.
  const then = Object.assign({}, ...since.toReversed()) as Changes
  const changes = changesOfRestore(kind, field, now, then)
  if (Object.keys(changes).length === 0) throw cannotRestore('It has this value already')
  if (Object.values(changes).some(({ is_cut }) => is_cut === true)) throw cannotRestore('The value is too long to be kept whole')
  return changes
}

/**
 * Restores a field by a normal save.
 * @returns the saved thing, without key values
 * @throws 409 `cannot_restore` with the reason, such as a code that is in use
 */
export async function restoreField(deps: Deps, actor: Actor, row: ActivityRow, field: string): Promise<object> {
  try {
    const changes = Object.entries(await readRestore(deps, row, field))
    const values = Object.fromEntries(changes.map(([name, { after }]) => [name, after]))
    return await nounOf(row.subject_kind).save(deps, actor, row.subject_id, values)
  } catch (error) {
    const isRefusal = error instanceof AppError && refusals.has(error.kind)
    throw isRefusal ? cannotRestore(error.message) : error
  }
}

function nounOf(kind: SubjectKind): Noun {
  const noun = nouns[kind]
  if (noun === undefined) throw cannotRestore('This cannot be restored')
  return noun
}

/** Refusals by a save. Their message becomes the reason of `cannot_restore`. */
const refusals: ReadonlySet<AppError['kind']> = new Set(['invalid_input', 'not_found', 'conflict', 'rule_violated'])

function check<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(input)
  if (!success) throw cannotRestore(error.issues[0]?.message ?? 'The value is not allowed any more')
  return data
}
