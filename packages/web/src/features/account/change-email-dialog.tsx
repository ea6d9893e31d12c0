import { changeEmailInput } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { AccountCodeField, useAccountCode } from './account-code.tsx'
import { accountQuery, useChangeEmail } from './data.ts'

const check = checkWith(changeEmailInput)

export function ChangeEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useAuth()
  const changeEmail = useChangeEmail()
  const code = useAccountCode()
  const hasReferralCode = useQuery(accountQuery(useApi())).data?.has_referral_code === true
  return (
    <FormDialog
      title="Change email"
      description="You sign in with it or with your username, and a link for a new password goes there."
      submitLabel="Change email"
      busyLabel="Changing..."
      initial={{ email: user?.email ?? '', password: '', code: '' }}
      check={check}
      onSubmit={async (form) => {
        await code.send(form, changeEmail)
        toast.success('Email changed')
      }}
      inlineError={(error) => error.message}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <Field
            isSteady
            label="Email"
            required
            helper={
              hasReferralCode
                ? 'The storefront finds your referral account by your email. Give it the new email, too: otherwise it may make another account.'
                : undefined
            }
            error={errors.email?.message}
          >
            {(control) => <Input {...control} {...register('email')} type="email" autoComplete="email" />}
          </Field>
          {/* For password managers: the user of the password. */}
          <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
          <Field isSteady label="Password" required error={errors.password?.message}>
            {(control) => (
              <Input {...control} {...register('password')} type="password" autoComplete="current-password" spellCheck={false} />
            )}
          </Field>
          {code.isNeeded && <AccountCodeField field={register('code')} error={errors.code?.message} isAsked={code.isAsked} />}
        </>
      )}
    </FormDialog>
  )
}
