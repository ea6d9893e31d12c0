import { type AccountState, type TwoFactorSetup, codeInput, disableTwoFactorInput, setUpTwoFactorInput } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { useAskBeforeLoss } from '../../kit/form/use-unsaved.ts'
import { DialogFooter, Modal } from '../../kit/overlay/dialog.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { plural } from '../../kit/text/format.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { accountQuery, useTwoFactor } from './data.ts'
import { RecoveryCodes, ScanStep, StepForm } from './two-factor-steps.tsx'

type Step =
  | { readonly is: 'overview'; readonly areCodesLost?: boolean }
  | { readonly is: 'scanning'; readonly setup: TwoFactorSetup }
  | { readonly is: 'storing'; readonly codes: readonly string[] }
  | { readonly is: 'renewing' }
  | { readonly is: 'turning_off' }

const descriptions: Record<Step['is'], string> = {
  overview: 'A second step at sign-in: your password, then a code from an authenticator app on your phone.',
  scanning: 'Scan this QR code with your authenticator app, then enter the code that the app shows. All your other sessions then end.',
  storing: 'If you lose your phone, each of these codes signs you in once. Keep them in a safe place: they are shown only now.',
  renewing: 'Your current recovery codes stop working.',
  turning_off: 'After that, you sign in with your password alone.',
}

/** Turns two-factor sign-in on or off, step by step. Nothing changes before the last step. */
export function TwoFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const account = useQuery(accountQuery(useApi()))
  const { user } = useAuth()
  const calls = useTwoFactor()
  const [step, setStep] = useState<Step>({ is: 'overview' })
  const back = () => setStep({ is: 'overview' })

  /** Shows recovery codes, or that their answer was lost. */
  const showCodes = (codes: readonly string[]) =>
    setStep(codes.length > 0 ? { is: 'storing', codes } : { is: 'overview', areCodesLost: true })

  const begin = async ({ password }: { password: string }) => setStep({ is: 'scanning', setup: await calls.setUp(password) })
  const enable = async (code: string) => {
    showCodes(await calls.enable(code))
    toast.success('Two-factor sign-in is on')
  }
  const renew = async ({ code }: { code: string }) => showCodes(await calls.renew(code))
  const turnOff = async (typed: { password: string; code: string }) => {
    await calls.disable(typed)
    toast.success('Two-factor sign-in is off')
    onClose()
  }
  const close = useAskBeforeLoss({
    title: 'Close without storing them?',
    text: 'The recovery codes cannot be shown again.',
    isShown: step.is === 'storing',
    onClose,
  })

  return (
    <Modal title="Two-factor sign-in" description={descriptions[step.is]} onClose={() => void (calls.bringsCodes || close())}>
      {step.is === 'overview' && step.areCodesLost && (
        <div className="mb-4">
          <Notice role="alert" tone="yellow">
            The connection was lost before the recovery codes could be shown. Make new ones: earlier ones may have ended.
          </Notice>
        </div>
      )}
      {step.is === 'overview' && (
        <Loaded query={account} failure="Failed to load your account" skeleton={<SkeletonLines lines={4} />}>
          {(state) =>
            state.two_factor_since === null ? (
              <BeginForm onSubmit={begin} onBack={onClose} />
            ) : (
              <TwoFactorOn account={state} onRenew={() => setStep({ is: 'renewing' })} onTurnOff={() => setStep({ is: 'turning_off' })} />
            )
          }
        </Loaded>
      )}
      {step.is === 'scanning' && <ScanStep setup={step.setup} onCode={enable} onCancel={onClose} />}
      {step.is === 'storing' && <RecoveryCodes codes={step.codes} username={user?.username ?? ''} onStored={onClose} />}
      {step.is === 'renewing' && <RenewForm onSubmit={renew} onBack={back} />}
      {step.is === 'turning_off' && <TurnOffForm onSubmit={turnOff} onBack={back} />}
    </Modal>
  )
}

const anyCode = 'From your authenticator app, or a recovery code.'

interface TwoFactorFormsProps<Values> {
  readonly onSubmit: (values: Values) => Promise<void>
  readonly onBack: () => void
}

const checkPassword = checkWith(setUpTwoFactorInput)

function BeginForm({ onSubmit, onBack }: TwoFactorFormsProps<{ password: string }>) {
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
        <Field isSteady label="Password" required helper="To confirm that it is you." error={errors.password?.message}>
          {(control) => <Input {...control} {...register('password')} type="password" autoComplete="current-password" autoFocus />}
        </Field>
      )}
    </StepForm>
  )
}

const checkCode = checkWith(codeInput)

function RenewForm({ onSubmit, onBack }: TwoFactorFormsProps<{ code: string }>) {
  return (
    <StepForm
      initial={{ code: '' }}
      check={checkCode}
      onSubmit={onSubmit}
      submitLabel="Create new codes"
      busyLabel="Creating..."
      backLabel="Back"
      onBack={onBack}
    >
      {({ register, formState: { errors } }) => (
        <Field isSteady label="Code" required helper={anyCode} error={errors.code?.message}>
          {(control) => <Input {...control} {...register('code')} mono autoComplete="one-time-code" spellCheck={false} autoFocus />}
        </Field>
      )}
    </StepForm>
  )
}

const checkBoth = checkWith(disableTwoFactorInput)

function TurnOffForm({ onSubmit, onBack }: TwoFactorFormsProps<{ password: string; code: string }>) {
  return (
    <StepForm
      initial={{ password: '', code: '' }}
      check={checkBoth}
      onSubmit={onSubmit}
      submitLabel="Turn off"
      busyLabel="Turning off..."
      isDanger
      backLabel="Back"
      onBack={onBack}
    >
      {({ register, formState: { errors } }) => (
        <>
          <Field isSteady label="Password" required error={errors.password?.message}>
            {(control) => <Input {...control} {...register('password')} type="password" autoComplete="current-password" autoFocus />}
          </Field>
          <Field isSteady label="Code" required helper={anyCode} error={errors.code?.message}>
            {(control) => <Input {...control} {...register('code')} mono autoComplete="one-time-code" spellCheck={false} />}
          </Field>
        </>
      )}
    </StepForm>
  )
}

interface TwoFactorOnProps {
  readonly account: AccountState
  readonly onRenew: () => void
  readonly onTurnOff: () => void
}

/** With this many or fewer codes left, the dialog suggests new ones. */
const fewCodes = 3

function TwoFactorOn({ account, onRenew, onTurnOff }: TwoFactorOnProps) {
  const left = account.recovery_codes_left
  return (
    <>
      <dl className="divide-y divide-border rounded-control border border-border">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <dt className="sr-only">State</dt>
          <dd className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="green">On</Badge>
            <span className="text-muted">
              since <DateText at={account.two_factor_since} as="long" />
            </span>
          </dd>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <dt className="sr-only">Recovery codes</dt>
          <dd className="flex-1">{left <= fewCodes ? <Badge tone="yellow">{leftText(left)}</Badge> : leftText(left)}</dd>
        </div>
      </dl>
      <DialogFooter>
        {!account.two_factor_required && <Button onClick={onTurnOff}>Turn off</Button>}
        <Button variant={left <= fewCodes ? 'primary' : 'secondary'} onClick={onRenew}>
          New recovery codes
        </Button>
      </DialogFooter>
    </>
  )
}

const leftText = (left: number): string => (left === 0 ? 'No recovery codes left' : `${plural(left, 'recovery code')} left`)
