import { type TwoFactorSetup, codeInput } from '@keydesk/contract'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { encode } from 'uqr'
import { Button } from '../../kit/controls/button.tsx'
import { CopyButton } from '../../kit/controls/copy-button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Field } from '../../kit/form/field.tsx'
import { type Problems, checkWith, resolverFor, useFormSubmit } from '../../kit/form/form-check.ts'
import { brandTitle } from '../../kit/layout/brand-mark.tsx'
import { DialogFooter } from '../../kit/overlay/dialog.tsx'
import { saveFile } from '../../kit/text/save-file.ts'

interface ScanStepProps {
  readonly setup: TwoFactorSetup
  readonly onCode: (code: string) => Promise<void>
  readonly onCancel: () => void
}

const check = checkWith(codeInput)

/** Shows the secret for the authenticator app, and asks for the app's first code. */
export function ScanStep({ setup, onCode, onCancel }: ScanStepProps) {
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
                <dt className="text-caption text-muted">Secret, to type if you cannot scan the code</dt>
                <dd className="flex items-start gap-1">
                  <code className="min-w-0 flex-1 py-1.5 font-mono break-words">{inFours(setup.secret)}</code>
                  <CopyButton text={setup.secret} label="Copy secret" />
                </dd>
              </div>
            </dl>
          </div>
          <Field isSteady label="Code" required helper="The six digits that the app shows now." error={errors.code?.message}>
            {(control) => <Input {...control} {...register('code')} mono autoComplete="one-time-code" inputMode="numeric" autoFocus />}
          </Field>
        </>
      )}
    </StepForm>
  )
}

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')

interface StepFormProps<Values extends FieldValues> {
  readonly initial: Values
  readonly check: (values: Values) => Problems
  /** Rejects on a refusal, which marks the fields. */
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly submitLabel: string
  readonly busyLabel: string
  readonly isDanger?: boolean
  readonly backLabel: string
  readonly onBack: () => void
  readonly children: (form: UseFormReturn<Values>) => ReactNode
}

/** One step of a dialog. Leaving it asks nothing, because little is typed here. */
export function StepForm<Values extends FieldValues>(props: StepFormProps<Values>) {
  const form = useForm<Values>({ defaultValues: props.initial as DefaultValues<Values>, resolver: resolverFor(props.check) })
  const { submit, problem } = useFormSubmit({ form, send: props.onSubmit, inlineError: (error) => error.message })
  const { isSubmitting } = form.formState

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {props.children(form)}
      {/* Keeps the place of a message, so that the buttons do not move. */}
      <div className="min-h-4 text-caption">
        {problem !== null && (
          <p role="alert" className="text-red">
            {problem}
          </p>
        )}
      </div>
      <DialogFooter>
        <Button onClick={props.onBack} disabled={isSubmitting}>
          {props.backLabel}
        </Button>
        <Button type="submit" variant={props.isDanger ? 'danger' : 'primary'} busy={isSubmitting && props.busyLabel}>
          {props.submitLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly username: string
  readonly onStored: () => void
}

/** Shows recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes, username, onStored }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null)
  // Focus the list instead of the button: an Enter held down too long would close codes that are shown only once.
  useEffect(() => list.current?.focus(), [])
  const download = () => saveFile(new Blob([asFile(codes, username)], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <div className="space-y-4">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control border border-border bg-bg p-4 font-mono text-table outline-none max-sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ul>
      <DialogFooter>
        <CopyButton text={codes.join('\n')} label="Copy recovery codes" />
        <Button icon={<Download aria-hidden />} onClick={download}>
          Download
        </Button>
        <Button variant="primary" onClick={onStored} className="ml-auto">
          I have stored them
        </Button>
      </DialogFooter>
    </div>
  )
}

function asFile(codes: readonly string[], username: string): string {
  const head = [`Recovery codes of ${username} for ${brandTitle()} (${location.origin})`, 'Each works once instead of a code from the app.']
  return [...head, '', ...codes, ''].join('\n')
}

interface QrCodeProps {
  readonly text: string
  /** The alternative text. */
  readonly label: string
}

/** Black on white in both themes, because every camera can read that. */
function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="size-full">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** One path with a square for each dark module. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
