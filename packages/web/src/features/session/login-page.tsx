import { tokenOfFragment } from '@keydesk/contract'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, Suspense, lazy, useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { loadReader } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { ApiError } from '../../api/error.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { CodeError, orCodeError } from '../../kit/feedback/code-error.ts'
import { Field } from '../../kit/form/field.tsx'
import { resolverFor } from '../../kit/form/form-check.ts'
import { BrandMark, brandTitle } from '../../kit/layout/brand-mark.tsx'
import { useTitle } from '../../kit/layout/page.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import type { LoginForm as Login } from './sign-in.ts'
import { DeadLink, SocialButtons } from './social-buttons.tsx'

// React's own lazy: kit/lazy-part.tsx would bring the dialogs into the first page that loads.
const JoinCard = lazy(async () => ({ default: (await orCodeError(import('./join.tsx'))).JoinCard }))
const TwoFactorDue = lazy(async () => ({ default: (await orCodeError(import('./two-factor-due.tsx'))).TwoFactorDue }))

/** The sign-in, also the form of an invitation link and the setup of two-factor sign-in for members who must have it. */
export function LoginPage() {
  useTitle('Login')
  const { hash } = useLocation()
  const { user } = useAuth()
  const invitation = tokenOfFragment(`#${hash}`)
  if (invitation !== null)
    return (
      <LoginCard>
        <JoinCard key={invitation} token={invitation} />
      </LoginCard>
    )
  if (user?.two_factor_due === true)
    return (
      <LoginCard>
        <TwoFactorDue />
      </LoginCard>
    )
  return (
    <LoginCard>
      <h1 className="text-center text-title font-semibold tracking-tight">Welcome back</h1>
      <LoginForm />
      <Divider>or continue with</Divider>
      <SocialButtons />
      <p className="mt-6 text-center text-muted">
        Don&apos;t have an account? <DeadLink>Sign up</DeadLink>
      </p>
    </LoginCard>
  )
}

function LoginCard({ children }: { readonly children: ReactNode }) {
  return (
    // At the top, so that nothing moves when a field or a message is added.
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,10dvh)] pb-10">
      <div className="w-full max-w-100">
        <div className="mb-6 flex items-center justify-center gap-2.5">
          <BrandMark className="size-8" />
          <span className="text-base font-semibold">{brandTitle()}</span>
        </div>
        <div className="rounded-card border border-border bg-surface p-6 md:p-8">
          <Suspense fallback={<p className="p-6 text-center text-muted">Loading...</p>}>{children}</Suspense>
        </div>
        {/* Narrow, so that the text has two lines in the fallback font too, and the page does not move when the font loads. */}
        <p className="mx-auto mt-6 max-w-72 text-center text-caption text-balance text-muted">
          By signing in you agree to our <DeadLink>Terms of Service</DeadLink> and <DeadLink>Privacy Policy</DeadLink>.
        </p>
      </div>
    </main>
  )
}

/** The schemas of the API are heavier than this page, so they load with the first sign-in. */
/** With what reads the answer: a browser does not fetch a file again that it could not fetch once. */
const loadSignIn = () => orCodeError(Promise.all([import('./sign-in.ts'), loadReader()]).then(([code]) => code))

function LoginForm() {
  const api = useApi()
  const { start } = useAuth()
  const navigate = useNavigate()
  const { askedFor } = useLocation().state
  const [failure, setFailure] = useState<string | null>(null)
  /** The server's request for a second factor; null before. */
  const [codeHint, setCodeHint] = useState<string | null>(null)
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Login>({
    defaultValues: { identity: '', password: '', code: '' },
    resolver: async (...args) => {
      const { checkLogin } = await loadSignIn()
      return resolverFor(checkLogin)(...args)
    },
  })
  const { errors, isSubmitting } = formState

  const signIn = handleSubmit(async (form) => {
    const { sendLogin } = await loadSignIn()
    const refusal = await sendLogin(api, form, start)
    if (refusal === null) return navigate({ href: askedFor ?? '/', replace: true })
    if (codeHint === null) setCodeHint(refusal)
    else setError('code', { message: refusal })
    return setFocus('code', { shouldSelect: true })
  })
  const submit = async (event: SubmitEvent) => {
    setFailure(null)
    await signIn(event).catch((error: unknown) => setFailure(loginFailure(error)))
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-1">
      {/* As high as a message of two lines. */}
      <div className="mt-1 mb-2 min-h-12 text-center">
        {failure === null ? (
          <p className="text-muted">Sign in to run your store</p>
        ) : (
          <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-1 text-table text-red">
            {failure}
          </p>
        )}
      </div>
      <Field isSteady label="Username or Email" error={errors.identity?.message} required>
        {(control) => (
          <Input {...control} {...register('identity')} autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus />
        )}
      </Field>
      <div className="relative">
        <Field isSteady label="Password" error={errors.password?.message} required>
          {(control) => <Input {...control} {...register('password')} type="password" autoComplete="current-password" />}
        </Field>
        <DeadLink className="absolute top-0 right-0">Forgot your password?</DeadLink>
      </div>
      {codeHint !== null && (
        <CodeField
          field={register('code')}
          hint={codeHint}
          error={errors.code?.message}
          onChangeKind={() => setFocus('code', { shouldSelect: true })}
        />
      )}
      <Button type="submit" variant="primary" busy={isSubmitting && 'Logging in...'} className="w-full">
        Login
      </Button>
    </form>
  )
}

function Divider({ children }: { readonly children: string }) {
  return (
    <div className="my-6 flex items-center gap-3 text-caption text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {children}
    </div>
  )
}

interface Props {
  readonly field: UseFormRegisterReturn
  /** The server's request for the code. */
  readonly hint: string
  readonly error: string | undefined
  /** The person wants to enter the other kind of code. */
  readonly onChangeKind: () => void
}

/** The second factor at sign-in. Both fields accept both kinds of code; they differ in a phone's keyboard. */
function CodeField({ field, hint, error, onChangeKind }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const change = () => {
    setRecovery(!isRecovery)
    onChangeKind()
  }
  return (
    <div className="relative">
      <Field
        isSteady
        label={isRecovery ? 'Recovery code' : 'Code'}
        helper={isRecovery ? 'One of the codes that you stored. Each works once.' : hint}
        error={error}
        required
      >
        {(control) => (
          <Input
            {...control}
            {...field}
            mono
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize={isRecovery ? 'characters' : 'none'}
            spellCheck={false}
            autoFocus
          />
        )}
      </Field>
      <button
        type="button"
        onClick={change}
        className="absolute top-0 right-0 rounded-sm text-text underline decoration-edge underline-offset-4 hover:decoration-text"
      >
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  )
}

/** The message of a failed sign-in. Only refused credentials count as wrong; throttling and no answer have messages of their own. */
export function loginFailure(error: unknown): string {
  if (error instanceof CodeError && navigator.onLine) return 'A part of the app could not be loaded. Reload the page and sign in again.'
  if (!(error instanceof ApiError)) return 'The server cannot be reached. Check the connection and try again.'
  if (error.status === 429) return `Too many attempts. ${waitFor(error.retryAfter)}`
  if (error.status >= 400 && error.status < 500) return 'Invalid credentials. Please try again.'
  return error.message
}

function waitFor(seconds: number | null): string {
  if (seconds === null) return 'Please wait a while and try again.'
  if (seconds < 60) return `Please try again in ${amount(Math.max(1, Math.ceil(seconds)), 'second')}.`
  return `Please try again in ${amount(Math.ceil(seconds / 60), 'minute')}.`
}

const amount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
