import { type InvitationInput, type NewInvitation, invitationInput } from '@keydesk/contract'
import { Controller } from 'react-hook-form'
import { checkWith } from '../../kit/form/form-check.ts'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { summaryOfRole } from '../../session/role-summaries.ts'
import { roleOptions } from './members.tsx'
import { useInvite } from './data.ts'

interface Form {
  readonly role: InvitationInput['role']
  readonly email: string
  readonly require_two_factor: boolean
}

const toInput = ({ role, email, require_two_factor }: Form): InvitationInput => ({
  role,
  ...(email.trim() !== '' && { email }),
  require_two_factor,
})
const check = checkWith(invitationInput)
const initial: Form = { role: 'support', email: '', require_two_factor: false }

interface Props {
  readonly onInvited: (invitation: NewInvitation) => void
  readonly onClose: () => void
}

export function InviteDialog({ onInvited, onClose }: Props) {
  const invite = useInvite()
  return (
    <FormDialog
      title="Invite somebody"
      description="You get a link to send to the new member, who then chooses a name and a password."
      submitLabel="Create link"
      busyLabel="Creating..."
      initial={initial}
      check={(form) => check(toInput(form))}
      onSubmit={async (form) => onInvited(await invite(toInput(form)))}
      inlineError={(error) => error.message}
      onClose={onClose}
    >
      {({ control, register, watch, formState: { errors } }) => (
        <>
          <Controller
            control={control}
            name="role"
            render={({ field }) => (
              <Field label="Role" required helper={summaryOfRole(watch('role'))} error={errors.role?.message}>
                {(props) => <Select {...props} value={field.value} options={roleOptions} onChange={field.onChange} />}
              </Field>
            )}
          />
          <Field
            label="Email (optional)"
            helper="The account gets this address. Send the link there: whoever has it can join."
            error={errors.email?.message}
          >
            {(props) => <Input {...props} {...register('email')} type="email" autoComplete="off" />}
          </Field>
          <Controller
            control={control}
            name="require_two_factor"
            render={({ field }) => (
              <CheckboxField label="Require two-factor sign-in before anything else" checked={field.value} onChange={field.onChange} />
            )}
          />
        </>
      )}
    </FormDialog>
  )
}
