import { changePasswordInput, limits } from '@keydesk/contract'
import { useState } from 'react'
import { CheckboxField } from '../../kit/checkbox.tsx'
import { checkWith } from '../../kit/check-with.ts'
import { Field } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Input } from '../../kit/input.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { useChangePassword } from './account-data.ts'

const check = checkWith(changePasswordInput)

export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useAuth()
  const changePassword = useChangePassword()
  const [isShown, setShown] = useState(false)
  const type = isShown ? 'text' : 'password'
  return (
    <FormDialog
      title="Change password"
      description="Every other session of your account ends. This one stays."
      submitLabel="Change password"
      busyLabel="Changing..."
      initial={{ current_password: '', new_password: '' }}
      check={check}
      onSubmit={async (typed) => {
        await changePassword(typed)
        toast.success('Password changed; every other session was ended')
      }}
      inlineError={(error) => error.message}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          {/* Tells a password manager whose password it is. */}
          <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
          <Field label="Current password" required error={errors.current_password?.message}>
            {(control) => (
              <Input {...control} {...register('current_password')} type={type} autoComplete="current-password" spellCheck={false} />
            )}
          </Field>
          <Field
            label="New password"
            required
            helper={`At least ${limits.minPasswordLength} characters.`}
            error={errors.new_password?.message}
          >
            {(control) => <Input {...control} {...register('new_password')} type={type} autoComplete="new-password" spellCheck={false} />}
          </Field>
          <CheckboxField label="Show the passwords" checked={isShown} onChange={setShown} />
        </>
      )}
    </FormDialog>
  )
}
