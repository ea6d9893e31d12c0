import { codeInput, type TwoFactorSetup } from '@keydesk/contract'
import { checkWith } from '../../kit/check-with.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { QrCode } from './qr-code.tsx'
import { StepForm } from './step-form.tsx'

interface Props {
  readonly setup: TwoFactorSetup
  readonly onCode: (code: string) => Promise<void>
  readonly onCancel: () => void
}

const check = checkWith(codeInput)

/** The secret goes into the app, and the app's first code comes back. */
export function ScanStep({ setup, onCode, onCancel }: Props) {
  return (
    <StepForm
      initial={{ code: '' }}
      check={check}
      onSubmit={({ code }) => onCode(code)}
      submitLabel="Turn on"
      busyLabel="Turning on..."
      backLabel="Cancel"
      onBack={onCancel}
    >
      {({ register, formState: { errors } }) => (
        <>
          <div className="flex gap-4 max-sm:flex-col max-sm:items-center">
            <div className="size-48 shrink-0 overflow-hidden rounded-control border border-border">
              <QrCode text={setup.uri} label={`QR code for ${setup.label}`} />
            </div>
            <dl className="min-w-0 flex-1 space-y-3 max-sm:w-full">
              <div>
                <dt className="text-caption text-muted">Name in the app</dt>
                <dd className="break-words">{setup.label}</dd>
              </div>
              <div>
                <dt className="text-caption text-muted">Secret, to type where a camera cannot help</dt>
                <dd className="flex items-start gap-1">
                  <code className="min-w-0 flex-1 py-1.5 font-mono break-words">{inFours(setup.secret)}</code>
                  <CopyButton text={setup.secret} label="Copy secret" />
                </dd>
              </div>
            </dl>
          </div>
          <Field label="Code" required helper="The six digits that the app shows now." error={errors.code?.message}>
            {(control) => <Input {...control} {...register('code')} mono autoComplete="one-time-code" inputMode="numeric" autoFocus />}
          </Field>
        </>
      )}
    </StepForm>
  )
}

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')
