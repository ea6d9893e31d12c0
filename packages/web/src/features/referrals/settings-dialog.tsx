import { referralDefaults, type ReferralUser } from '@keydesk/contract'
import { Field } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Input } from '../../kit/input.tsx'
import { SwitchField } from '../../kit/switch.tsx'
import { RateInput } from './rate-input.tsx'
import { reasonOr } from './reason.ts'
import { useSaveSettings } from './referrals-data.ts'
import { checkSettings, formToSettings, userToForm } from './settings-form.ts'

interface Props {
  readonly user: ReferralUser
  readonly onClose: () => void
}

export function SettingsDialog({ user, onClose }: Props) {
  const save = useSaveSettings(user.id)
  return (
    <FormDialog
      title="Referral Settings"
      submitLabel="Save Settings"
      initial={userToForm(user)}
      check={checkSettings}
      onSubmit={(form) => save.mutateAsync(formToSettings(form))}
      inlineError={reasonOr('Failed to update referral settings')}
      onClose={onClose}
    >
      {({ watch, setValue, formState: { errors } }) => (
        <>
          <Field label="Username">{(control) => <Input {...control} readOnly value={user.username} />}</Field>
          <SwitchField
            label="Enable Referrals"
            helper="While off, this user's code is unknown to the store."
            checked={watch('enabled')}
            onChange={(isOn) => setValue('enabled', isOn, { shouldDirty: true })}
          />
          <Field
            label="Custom Commission Rate (%)"
            helper={`Of what the referred customer pays. Leave empty for the default of ${referralDefaults.commission}%.`}
            error={errors.custom_commission?.message}
          >
            {(control) => (
              <RateInput
                control={control}
                value={watch('custom_commission')}
                onChange={(text) => setValue('custom_commission', text, { shouldDirty: true })}
                usual={referralDefaults.commission}
              />
            )}
          </Field>
          <Field
            label="Referral Discount (%)"
            helper={`Off the referred customer's order. Leave empty for the default of ${referralDefaults.discount}%.`}
            error={errors.referral_discount?.message}
          >
            {(control) => (
              <RateInput
                control={control}
                value={watch('referral_discount')}
                onChange={(text) => setValue('referral_discount', text, { shouldDirty: true })}
                usual={referralDefaults.discount}
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
