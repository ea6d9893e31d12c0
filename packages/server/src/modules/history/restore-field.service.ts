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
import { updateProduct } from '../products/product-saving.service.ts'
import { requireProduct } from '../products/products.service.ts'
import { readReferralSettings, saveSettings as saveReferralSettings, setCustomCode } from '../referrals/referral-users.service.ts'
import { readVariantFields, updateVariant, withoutKeys } from '../variants/variants.service.ts'

/** How one kind of thing is read and saved, by the names of the fields in its history. */
interface Noun {
  readonly read: (deps: Deps, id: number) => Promise<object>
  /** As anybody saves it: with the checks of its own, a new version and a row in the activity. */
  readonly save: (deps: Deps, actor: Actor, id: number, value: Value) => Promise<object>
}

interface Value {
  readonly field: string
  readonly value: unknown
}

const nouns: Partial<Record<SubjectKind, Noun>> = {
  product: {
    read: requireProduct,
    save: (deps, actor, id, { field, value }) => updateProduct(deps, actor, id, check(productInput, { [field]: value })),
  },
  variant: {
    read: readVariantFields,
    save: async (deps, actor, id, { field, value }) =>
      withoutKeys((await updateVariant(deps, actor, id, check(variantInput, { [field]: value }))).data),
  },
  coupon: {
    read: async (deps, id) => {
      const { fields, is_active } = await readCoupon(deps, id)
      return { ...fields, is_active }
    },
    save: async (deps, actor, id, { field, value }) => {
      if (field === 'is_active') return setCouponActive(deps, actor, id, value === true)
      const { fields, version } = await readCoupon(deps, id)
      return updateCoupon(deps, actor, id, check(couponInput, { ...fields, version, [field]: value }))
    },
  },
  user: {
    read: readReferralSettings,
    save: async (deps, actor, id, { field, value }) => {
      if (field === 'referral_code') {
        const { code } = check(customCode, { code: value })
        return { id, referral_code: await setCustomCode(deps, actor, id, code) }
      }
      const { referral_code: _, ...settings } = { ...(await readReferralSettings(deps, id)), [field]: value }
      // The default is left out.
      const set = Object.fromEntries(Object.entries(settings).filter(([, each]) => each !== null))
      return saveReferralSettings(deps, actor, id, check(referralSettings, set))
    },
  },
  announcement: {
    read: requireAnnouncement,
    save: async (deps, actor, id, { field, value }) => {
      const { title, content, version } = await requireAnnouncement(deps, id)
      return updateAnnouncement(deps, actor, id, check(announcementInput, { title, content, version, [field]: value }))
    },
  },
  discord: {
    read: readSettings,
    save: async (deps, actor, id, { field, value }) => ({
      id,
      ...(await saveSettings(deps, actor, check(discordSettingsInput, { [field]: value }))).data,
    }),
  },
}

/**
 * Gives a field the value that it had before: a change like any other (docs/reference/history.md, Restoring).
 * @returns the thing as it is then, without key values
 * @throws 409 `cannot_restore` with the reason, such as a code that somebody else has by now
 */
export async function restoreField(deps: Deps, actor: Actor, kind: SubjectKind, id: number, { field, value }: Value): Promise<object> {
  const noun = nouns[kind]
  if (noun === undefined) throw cannotRestore('This cannot be restored')
  try {
    const current = (await noun.read(deps, id)) as Record<string, unknown>
    if (JSON.stringify(current[field]) === JSON.stringify(value)) throw cannotRestore('It has this value already')
    return await noun.save(deps, actor, id, { field, value })
  } catch (error) {
    const isRefusal = error instanceof AppError && refusals.has(error.kind)
    throw isRefusal ? cannotRestore(error.message) : error
  }
}

/** What stands against a value: the noun says it in words. */
const refusals: ReadonlySet<AppError['kind']> = new Set(['invalid_input', 'not_found', 'conflict', 'rule_violated'])

function check<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(input)
  if (!success) throw cannotRestore(error.issues[0]?.message ?? 'The value is not allowed any more')
  return data
}
