import { changePasswordInput, limits } from '@keydesk/contract'
import { useState } from 'react'
import { isAnswerLost } from '../../api/error.ts'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { AccountCodeField, useAccountCode } from './account-code.tsx'
import { useChangePassword } from './data.ts'

const check = checkWith(changePasswordInput)

export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useAuth()
  const changePassword = useChangePassword()
  const [isShown, setShown] = useState(false)
  const code = useAccountCode()
  const type = isShown ? 'text' : 'password'
  return (
    <FormDialog
      title="Change password"
      description="Every other session of your account ends. This one stays."
      submitLabel="Change password"
      busyLabel="Changing..."
      initial={{ current_password: '', new_password: '', code: '' }}
      check={check}
      onSubmit={async (form) => {
        await code.send(form, changePassword)
        toast.success('Password changed; every other session was ended')
      }}
      inlineError={(error) =>
        isAnswerLost(error) ? 'The password may have been changed. If you are signed out, sign in with the new one.' : error.message
      }
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          {/* For password managers: the user of the password. */}
          <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
          <Field isSteady label="Current password" required error={errors.current_password?.message}>
            {(control) => (
              <Input {...control} {...register('current_password')} type={type} autoComplete="current-password" spellCheck={false} />
            )}
          </Field>
          <Field
            isSteady
            label="New password"
            required
            helper={`At least ${limits.minPasswordLength} characters.`}
            error={errors.new_password?.message}
          >
            {(control) => <Input {...control} {...register('new_password')} type={type} autoComplete="new-password" spellCheck={false} />}
          </Field>
          {code.isNeeded && <AccountCodeField field={register('code')} error={errors.code?.message} isAsked={code.isAsked} />}
          <CheckboxField label="Show the passwords" checked={isShown} onChange={setShown} />
        </>
      )}
    </FormDialog>
  )
}
