import { codeInput, disableTwoFactorInput, setUpTwoFactorInput } from '@keydesk/contract'
import { checkWith } from '../../kit/check-with.ts'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { StepForm } from './step-form.tsx'

const anyCode = 'From your authenticator app, or a recovery code.'

interface Props<Values> {
  readonly onSubmit: (values: Values) => Promise<void>
  readonly onBack: () => void
}

const checkPassword = checkWith(setUpTwoFactorInput)

export function BeginForm({ onSubmit, onBack }: Props<{ password: string }>) {
  return (
    <StepForm
      initial={{ password: '' }}
      check={checkPassword}
      onSubmit={onSubmit}
      submitLabel="Continue"
      busyLabel="Checking..."
      backLabel="Cancel"
      onBack={onBack}
    >
      {({ register, formState: { errors } }) => (
        <Field label="Password" required helper="To make sure that it is you." error={errors.password?.message}>
          {(control) => <Input {...control} {...register('password')} type="password" autoComplete="current-password" autoFocus />}
        </Field>
      )}
    </StepForm>
  )
}

const checkCode = checkWith(codeInput)

export function RenewForm({ onSubmit, onBack }: Props<{ code: string }>) {
  return (
    <StepForm
      initial={{ code: '' }}
      check={checkCode}
      onSubmit={onSubmit}
      submitLabel="Make new codes"
      busyLabel="Making..."
      backLabel="Back"
      onBack={onBack}
    >
      {({ register, formState: { errors } }) => (
        <Field label="Code" required helper={anyCode} error={errors.code?.message}>
          {(control) => <Input {...control} {...register('code')} mono autoComplete="one-time-code" spellCheck={false} autoFocus />}
        </Field>
      )}
    </StepForm>
  )
}

const checkBoth = checkWith(disableTwoFactorInput)

export function TurnOffForm({ onSubmit, onBack }: Props<{ password: string; code: string }>) {
  return (
    <StepForm
      initial={{ password: '', code: '' }}
      check={checkBoth}
      onSubmit={onSubmit}
      submitLabel="Turn off"
      busyLabel="Turning off..."
      danger
      backLabel="Back"
      onBack={onBack}
    >
      {({ register, formState: { errors } }) => (
        <>
          <Field label="Password" required error={errors.password?.message}>
            {(control) => <Input {...control} {...register('password')} type="password" autoComplete="current-password" autoFocus />}
          </Field>
          <Field label="Code" required helper={anyCode} error={errors.code?.message}>
            {(control) => <Input {...control} {...register('code')} mono autoComplete="one-time-code" spellCheck={false} />}
          </Field>
        </>
      )}
    </StepForm>
  )
}
