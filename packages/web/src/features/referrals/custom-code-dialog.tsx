import { type ReferralUser, customCode } from '@keydesk/contract'
import { messageOr } from '../../api/error.ts'
import { checkWith } from '../../kit/form/form-check.ts'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { useSetCustomCode } from './data.ts'

interface Props {
  readonly user: ReferralUser
  readonly onClose: () => void
}

const check = checkWith(customCode)

export function CustomCodeDialog({ user, onClose }: Props) {
  const set = useSetCustomCode(user.id)
  const hasCode = user.referral_code !== null && user.referral_code !== ''
  return (
    <FormDialog
      title="Custom Code"
      submitLabel="Save"
      initial={{ code: '' }}
      check={check}
      onSubmit={({ code }) => set.mutateAsync(code.trim())}
      inlineError={messageOr('Failed to set custom code')}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <Field label="Username">{(control) => <Input {...control} readOnly value={user.username} />}</Field>
          <Field label="Current Code">
            {(control) => <Input {...control} readOnly mono={hasCode} value={hasCode ? (user.referral_code ?? '') : 'No code set'} />}
          </Field>
          <Field
            label="Custom Code"
            required
            helper="3-20 letters, numbers, underscores or hyphens. It replaces the current code at once."
            error={errors.code?.message}
          >
            {(control) => <Input {...control} {...register('code')} mono autoComplete="off" autoCapitalize="off" spellCheck={false} />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
