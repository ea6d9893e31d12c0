import type { ReferralSettings, ReferralUser } from '@keydesk/contract'
import type { Problems } from '../../kit/form-check.ts'

/** Percent as typed; empty for the default. */
interface Rates {
  custom_commission: string
  referral_discount: string
}

/** What the dialog's fields hold. */
export interface SettingsForm extends Rates {
  enabled: boolean
  /** The rates before any edit. A host may hold finer ones than may be typed, which must not block the rest of the form. */
  readonly stored: Readonly<Rates>
}

export function userToForm({ referral_enabled, commission_rate, referral_discount }: ReferralUser): SettingsForm {
  const stored: Rates = {
    custom_commission: commission_rate === null ? '' : String(commission_rate),
    referral_discount: referral_discount === null ? '' : String(referral_discount),
  }
  return { enabled: referral_enabled, ...stored, stored }
}

/** Exactly what the call takes: an empty rate is left out, which makes it the default again. */
export const formToSettings = (form: SettingsForm): ReferralSettings => ({
  enabled: form.enabled,
  ...(form.custom_commission !== '' && { custom_commission: Number(form.custom_commission) }),
  ...(form.referral_discount !== '' && { referral_discount: Number(form.referral_discount) }),
})

/** An edited rate goes in steps of 0.1; one that was not edited is left alone. */
export function checkSettings({ stored, ...form }: SettingsForm): Problems {
  const edited = (['custom_commission', 'referral_discount'] as const).filter((name) => form[name] !== stored[name])
  const wrong = edited.filter((name) => !isRate(form[name]))
  return Object.fromEntries(wrong.map((name) => [name, `${labels[name]} must be a number from 0 to 100 with at most 1 decimal`]))
}

const labels: Readonly<Record<keyof Rates, string>> = {
  custom_commission: 'Custom commission rate',
  referral_discount: 'Referral discount',
}

/** The empty text is the default. Binary fractions make 0.3 * 10 a hair too small. */
function isRate(text: string): boolean {
  const tenths = Number(text) * 10
  return tenths >= 0 && tenths <= 1000 && Math.abs(tenths - Math.round(tenths)) < 1e-9
}

/** Whether a rate may be typed at all: digits with an optional decimal point. */
export const isRateText = (text: string): boolean => /^\d*\.?\d*$/.test(text)

/** One step of 0.1 up or down, within 0 to 100. */
export function stepRate(text: string, direction: 1 | -1): string {
  const tenths = Math.round((Number(text) || 0) * 10) + direction
  return String(Math.min(Math.max(tenths, 0), 1000) / 10)
}
