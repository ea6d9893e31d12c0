import type { TwoFactorSetup } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { useConfirm } from '../../kit/confirm.tsx'
import { Modal } from '../../kit/dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { SkeletonLines } from '../../kit/skeleton.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { accountQuery, useTwoFactor } from './account-data.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import { BeginForm, RenewForm, TurnOffForm } from './two-factor-forms.tsx'
import { TwoFactorOn } from './two-factor-on.tsx'

type Step =
  | { readonly is: 'overview' }
  | { readonly is: 'scanning'; readonly setup: TwoFactorSetup }
  | { readonly is: 'storing'; readonly codes: readonly string[] }
  | { readonly is: 'renewing' }
  | { readonly is: 'turning_off' }

const descriptions: Record<Step['is'], string> = {
  overview: 'A second step at sign-in: besides the password, a code from an authenticator app on your phone.',
  scanning:
    'Scan this picture with your authenticator app, then enter the code that it shows. Every other session of your account then ends.',
  storing: 'Each of these codes signs you in once, should you lose your phone. Keep them in a safe place: they are shown only now.',
  renewing: 'The recovery codes that you have now stop working.',
  turning_off: 'From then on the password alone signs you in.',
}

/** Turns two-factor sign-in on or off, step by step; between the steps nothing is in force. */
export function TwoFactorDialog({ onClose }: { readonly onClose: () => void }) {
  const account = useQuery(accountQuery(useApi()))
  const { user } = useAuth()
  const calls = useTwoFactor()
  const confirm = useConfirm()
  const [step, setStep] = useState<Step>({ is: 'overview' })
  const back = () => setStep({ is: 'overview' })

  const begin = async ({ password }: { password: string }) => setStep({ is: 'scanning', setup: await calls.setUp(password) })
  const enable = async (code: string) => {
    setStep({ is: 'storing', codes: await calls.enable(code) })
    toast.success('Two-factor sign-in is on')
  }
  const renew = async ({ code }: { code: string }) => setStep({ is: 'storing', codes: await calls.renew(code) })
  const turnOff = async (typed: { password: string; code: string }) => {
    await calls.disable(typed)
    toast.success('Two-factor sign-in is off')
    onClose()
  }
  const close = async () => {
    const question = {
      title: 'Close without storing them?',
      text: 'The recovery codes cannot be shown again.',
      yes: 'Close',
      no: 'Go back',
      danger: true,
    }
    if (step.is !== 'storing' || (await confirm(question))) onClose()
  }

  return (
    <Modal title="Two-factor sign-in" description={descriptions[step.is]} onClose={() => void close()}>
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
