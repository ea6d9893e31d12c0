import { type ReferralSettings, type ReferralUser, referralDefaults, referralSettingsLabels, referrals } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { messageOr } from '../../api/error.ts'
import { useApi } from '../../api/context.tsx'
import { storeRow } from '../../api/list-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { StaleError } from '../../api/stale.ts'
import { Input } from '../../kit/controls/input.tsx'
import { SwitchField } from '../../kit/controls/switch.tsx'
import { Field } from '../../kit/form/field.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { type Problems, isSameValue } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useEditing } from '../../kit/form/use-editing.ts'
import { Money } from '../../kit/text/money.tsx'
import { useIsOwnHost } from '../../session/session-provider.tsx'

interface SettingsDialogProps {
  readonly user: ReferralUser
  readonly onClose: () => void
}

export function SettingsDialog({ user, onClose }: SettingsDialogProps) {
  const save = useSaveSettings(user)
  // With a version, a refetch does not take in a field that is edited here too: the save asks about it.
  const row = useMemo(() => ({ ...user, version: 0 }), [user])
  const editing = useEditing({
    what: 'user',
    names: referralSettingsLabels,
    formats: {
      custom_commission: (form) => formatRate(form.custom_commission),
      referral_discount: (form) => formatRate(form.referral_discount),
    },
    row,
    toValues: userToForm,
    check: (form, { values }) => checkSettings(form, values),
    send: (form, { values }) => save.mutateAsync({ form, seen: values }),
    inlineError: messageOr('Failed to update referral settings'),
  })
  return (
    <FormDialog title="Referral Settings" submitLabel="Save" editing={editing} onClose={onClose}>
      {({ watch, setValue, formState: { errors } }) => (
        <>
          <Field label="Username" helper={describeBalance(user)}>
            {(control) => <Input {...control} readOnly value={user.username} />}
          </Field>
          <SwitchField
            label={referralSettingsLabels.enabled}
            helper="While off, this user's code is unknown to the store."
            checked={watch('enabled')}
            onChange={(isOn) => setValue('enabled', isOn, { shouldDirty: true })}
          />
          <RateField
            label={referralSettingsLabels.custom_commission}
            helper={`Of what the referred customer pays. Leave empty for the default of ${referralDefaults.commission}%.`}
            error={errors.custom_commission?.message}
            value={watch('custom_commission')}
            onChange={(text) => setValue('custom_commission', text, { shouldDirty: true })}
            defaultRate={referralDefaults.commission}
          />
          <RateField
            label={referralSettingsLabels.referral_discount}
            helper={`Off the referred customer's order. Leave empty for the default of ${referralDefaults.discount}%.`}
            error={errors.referral_discount?.message}
            value={watch('referral_discount')}
            onChange={(text) => setValue('referral_discount', text, { shouldDirty: true })}
            defaultRate={referralDefaults.discount}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Nothing where the balance is the commission earned, which is in the list. */
function describeBalance({ balance, referral_stats }: ReferralUser): ReactNode {
  if (balance === undefined || balance === referral_stats.total_commission) return null
  const reason = balance < 0 ? 'An order was refunded after its commission was asked for.' : 'The rest was paid out or asked for.'
  return (
    <>
      Balance: <Money amount={balance} />. {reason}
    </>
  )
}

/**
 * The call stores every setting and knows no version, so the stored ones are read first: if somebody else has changed them, the save rejects
 * with a StaleError.
 */
function useSaveSettings({ id }: ReferralUser) {
  const api = useApi()
  const queries = useQueryClient()
  const isOwnHost = useIsOwnHost()
  const store = (row: ReferralUser | undefined) => storeRow(queries, queryKeys.referralList('users'), row, 'username')
  return useAction({
    run: async ({ form, seen }: { readonly form: SettingsForm; readonly seen: SettingsForm }) => {
      const { data } = await api(referrals.users, { query: isOwnHost ? { user_id: id } : {} })
      const stored = data.find((one) => one.id === id)
      if (stored !== undefined && !isSameValue(userToForm(stored), seen)) {
        void store(stored)
        throw new StaleError({ ...stored, version: 0 })
      }
      await store((await api(referrals.settings, { params: { userId: id }, body: formToSettings(form) }))?.data)
      // A waiting payout shows whether the user is disabled.
      void queries.invalidateQueries({ queryKey: queryKeys.referralList('payouts') })
    },
    success: 'Referral settings updated successfully',
    failure: 'Failed to update referral settings',
    refresh: null,
  })
}

interface RateFieldProps {
  readonly label: string
  readonly helper: string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (text: string) => void
  /** The default in percent, shown as the placeholder. */
  readonly defaultRate: number
}

const onlyDigits = 'Only digits and one decimal point are accepted: the other characters were left out'
const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * A percentage: digits and one decimal point, which a typed or pasted comma becomes; the arrow keys step by 0.1. A number input would accept
 * signs and exponents and report them as empty, which means the default here. A refused character is reported until the field is empty:
 * after -5, the field has 5.
 */
function RateField({ label, helper, error, value, onChange, defaultRate }: RateFieldProps) {
  const [hasRefused, setHasRefused] = useState(false)
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const text = target.value.replaceAll(',', '.')
    if (!isRateText(text)) return setHasRefused(true)
    if (text === '') setHasRefused(false)
    onChange(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(stepRate(value, step))
  }
  return (
    <Field label={label} helper={helper} error={error ?? (hasRefused ? onlyDigits : undefined)}>
      {(control) => (
        <Input
          {...control}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder={`${defaultRate} (default)`}
          value={value}
          onChange={type}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  )
}

/** Percent as typed; empty for the default. */
interface Rates {
  custom_commission: string
  referral_discount: string
}

/** The values of the dialog's fields. */
export interface SettingsForm extends Rates {
  enabled: boolean
}

export const userToForm = ({ referral_enabled, commission_rate, referral_discount }: ReferralUser): SettingsForm => ({
  enabled: referral_enabled,
  custom_commission: commission_rate === null ? '' : String(commission_rate),
  referral_discount: referral_discount === null ? '' : String(referral_discount),
})

const formatRate = (text: string): string => (text === '' ? 'the default' : `${text}%`)

/** The body of the call: an empty rate is left out, which resets it to the default. */
export const formToSettings = (form: SettingsForm): ReferralSettings => ({
  enabled: form.enabled,
  ...(form.custom_commission !== '' && { custom_commission: Number(form.custom_commission) }),
  ...(form.referral_discount !== '' && { referral_discount: Number(form.referral_discount) }),
})

/** An edited rate must be a multiple of 0.1. A host may store finer rates; an unchanged one must not block the form. */
export function checkSettings(form: SettingsForm, stored: SettingsForm): Problems {
  const edited = (['custom_commission', 'referral_discount'] as const).filter((name) => form[name] !== stored[name])
  const wrong = edited.filter((name) => !isRate(form[name]))
  return Object.fromEntries(wrong.map((name) => [name, `${labels[name]} must be a number from 0 to 100 with at most 1 decimal`]))
}

const labels: Readonly<Record<keyof Rates, string>> = {
  custom_commission: 'Custom commission rate',
  referral_discount: 'Referral discount',
}

/** The empty text is the default. Rounds, because 0.3 * 10 is slightly less than 3 in binary fractions. */
function isRate(text: string): boolean {
  const tenths = Number(text) * 10
  return tenths >= 0 && tenths <= 1000 && Math.abs(tenths - Math.round(tenths)) < 1e-9
}

/** Whether the text may be typed: digits with an optional decimal point. */
export const isRateText = (text: string): boolean => /^\d*\.?\d*$/.test(text)

/** One step of 0.1 up or down, within 0 to 100. */
export function stepRate(text: string, direction: 1 | -1): string {
  const tenths = Math.round((Number(text) || 0) * 10) + direction
  return String(Math.min(Math.max(tenths, 0), 1000) / 10)
}
