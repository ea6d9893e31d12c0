import { referralSettings, type ReferralSettings, type ReferralUser } from '@keydesk/contract'
import { checkWith } from '../../kit/check-with.ts'
import type { Problems } from '../../kit/form-check.ts'

/** What the dialog's fields hold, as typed. */
export interface SettingsForm {
  enabled: boolean
  custom_commission: string
  referral_discount: string
}

export const userToForm = ({ referral_enabled, commission_rate, referral_discount }: ReferralUser): SettingsForm => ({
  enabled: referral_enabled,
  custom_commission: commission_rate === null ? '' : String(commission_rate),
  referral_discount: referral_discount === null ? '' : String(referral_discount),
})

/** Exactly the payload of spec section 7: an empty rate is left out, which makes it the default again. */
export const formToSettings = (form: SettingsForm): ReferralSettings => ({
  enabled: form.enabled,
  ...(form.custom_commission !== '' && { custom_commission: Number(form.custom_commission) }),
  ...(form.referral_discount !== '' && { referral_discount: Number(form.referral_discount) }),
})

export const checkSettings = (form: SettingsForm): Problems => checkWith(referralSettings)(formToSettings(form))

/** Whether a rate may be typed at all: digits with an optional decimal point (spec section 5). */
export const isRateText = (text: string): boolean => /^\d*\.?\d*$/.test(text)

/** One step of 0.1 up or down, within 0 to 100. */
export function stepRate(text: string, direction: 1 | -1): string {
  const tenths = Math.round((Number(text) || 0) * 10) + direction
  return String(Math.min(Math.max(tenths, 0), 1000) / 10)
}
