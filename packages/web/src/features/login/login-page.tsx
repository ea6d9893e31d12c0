import { type ProviderReturn, resetFragment, returnOfFragment, textOfProblem, tokenOfFragment } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, Suspense, lazy, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { orCodeError } from '../../kit/feedback/code-error.ts'
import { Field } from '../../kit/form/field.tsx'
import { resolverFor } from '../../kit/form/form-check.ts'
import { BrandMark, brandTitle } from '../../kit/layout/brand-mark.tsx'
import { useTitle } from '../../kit/layout/page.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { CardTitle, linkClass } from './card-parts.tsx'
import { CodeField } from './code-field.tsx'
import { loadSignIn, loginFailure } from './login.ts'
import type { LoginForm as Login } from './sign-in.ts'
import { SocialButtons } from './social-buttons.tsx'

// React's own lazy: kit/lazy-part.tsx would bring the dialogs into the first page that loads.
const JoinCard = lazy(async () => ({ default: (await orCodeError(import('./join.tsx'))).JoinCard }))
const SignUpCard = lazy(async () => ({ default: (await orCodeError(import('./forgotten.tsx'))).SignUpCard }))
const ForgotCard = lazy(async () => ({ default: (await orCodeError(import('./forgotten.tsx'))).ForgotCard }))
const ResetCard = lazy(async () => ({ default: (await orCodeError(import('./forgotten.tsx'))).ResetCard }))
const ProviderCard = lazy(async () => ({ default: (await orCodeError(import('./provider-card.tsx'))).ProviderCard }))
const DraftsKept = lazy(async () => ({ default: (await orCodeError(import('./drafts-kept.tsx'))).DraftsKept }))
const TwoFactorDue = lazy(async () => ({ default: (await orCodeError(import('../account/parts.tsx'))).TwoFactorDue }))

/** The sign-in with everything that replaces it. The part of the address after # chooses which. */
export function LoginPage() {
  useTitle('Login')
  const { hash } = useLocation()
  return (
    <LoginCard>
      <CardOf key={hash} hash={hash} />
    </LoginCard>
  )
}

function CardOf({ hash }: { readonly hash: string }) {
  const { user } = useAuth()
  const invitation = tokenOfFragment(`#${hash}`)
  const reset = tokenOfFragment(`#${hash}`, resetFragment)
  const returned = returnOfFragment(hash)
  if (invitation !== null) return <JoinCard token={invitation} />
  if (reset !== null) return <ResetCard token={reset} />
  if (user?.two_factor_due === true) return <TwoFactorDue />
  if (hash === 'forgot') return <ForgotCard />
  if (hash === 'sign-up') return <SignUpCard />
  if (returned?.problem === null) return <ProviderCard provider={returned.provider} />
  return <SignIn returned={returned} />
}

/** @param returned a sign-in with a provider that failed */
function SignIn({ returned }: { readonly returned: ProviderReturn | null }) {
  const [failure, setFailure] = useState(returned?.problem ? textOfProblem(returned.provider, returned.problem) : null)
  return (
    <>
      <CardTitle>Welcome back</CardTitle>
      <LoginForm failure={failure} onFailure={setFailure} />
      <Divider>or continue with</Divider>
      <SocialButtons onFailure={setFailure} />
      <p className="text-center text-muted">
        Don&apos;t have an account?{' '}
        <Link to="/login" hash="sign-up" state className={linkClass}>
          Sign up
        </Link>
      </p>
    </>
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
          <Agreement />
        </p>
      </div>
    </main>
  )
}

/** What people agree to: links to the addresses that the owner has set, otherwise text. A host that does not know the call has none. */
function Agreement() {
  const api = useApi()
  const { data } = useQuery({
    queryKey: queryKeys.openShop,
    queryFn: async () => (await loadSignIn()).findAgreement(api),
    staleTime: Infinity,
    retry: false,
  })
  return (
    <>
      By signing in you agree to our <Named name="Terms of Service" url={data?.terms} /> and{' '}
      <Named name="Privacy Policy" url={data?.privacy} />.
    </>
  )
}

const Named = ({ name, url }: { readonly name: string; readonly url: string | null | undefined }) =>
  url ? (
    <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
      {name}
    </a>
  ) : (
    name
  )

interface FormProps {
  /** The message of the last failure. */
  readonly failure: string | null
  readonly onFailure: (failure: string | null) => void
}

function LoginForm({ failure, onFailure }: FormProps) {
  const api = useApi()
  const { start } = useAuth()
  const navigate = useNavigate()
  const { askedFor } = useLocation().state
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
    onFailure(null)
    await signIn(event).catch((error: unknown) => onFailure(loginFailure(error)))
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-1">
      {/* As high as a message of two lines. */}
      <div className="mt-1 mb-2 min-h-12 text-center">
        {failure === null ? (
          <Welcome />
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
        <Link to="/login" hash="forgot" state className={`absolute top-0 right-0 ${linkClass}`}>
          Forgot your password?
        </Link>
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

/** A lost session is silent unless something was typed. */
function Welcome() {
  const { lostBy } = useLocation().state
  const usual = 'Sign in to run your store'
  return (
    <p className="text-muted">
      {lostBy === undefined ? (
        usual
      ) : (
        <Suspense fallback={usual}>
          <DraftsKept owner={lostBy}>{usual}</DraftsKept>
        </Suspense>
      )}
    </p>
  )
}

function Divider({ children }: { readonly children: string }) {
  return (
    <div className="my-6 flex items-center gap-3 text-caption text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {children}
    </div>
  )
}
