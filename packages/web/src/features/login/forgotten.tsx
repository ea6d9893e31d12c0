import { forgotPasswordInput, passwordReset, resetPasswordInput } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, MailCheck, Terminal, Unlink, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { ApiError, isUnknownCall } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Button, buttonClass } from '../../kit/controls/button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith, resolverFor, useFormSubmit } from '../../kit/form/form-check.ts'
import { useTitle } from '../../kit/layout/page.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { CardEnd, CardProblem, CardTitle, linkClass } from './card-parts.tsx'
import { loginFailure } from './login.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** What replaces the sign-in for people who cannot sign in yet, or no longer. */

export function SignUpCard() {
  useTitle('Sign up')
  return (
    <>
      <CardTitle>Sign up</CardTitle>
      <CardEnd icon={<UserPlus aria-hidden />}>
        <p>An owner of the team invites you, with a link that opens the form for your name and password.</p>
        <BackToLogin />
      </CardEnd>
    </>
  )
}

/** Mails a link for a new password, or says what to do on a server that does not mail. */
export function ForgotCard() {
  useTitle('Forgot your password?')
  const query = useQuery(offerQuery(useApi()))
  return (
    <>
      <CardTitle>Forgot your password?</CardTitle>
      {isUnknownCall(query.error) ? (
        <WithoutMail />
      ) : (
        <Loaded query={query} failure="Failed to load the form" skeleton={<SkeletonLines lines={4} />}>
          {({ is_mailed }) => (is_mailed ? <ForgotForm /> : <WithoutMail />)}
        </Loaded>
      )}
    </>
  )
}

const WithoutMail = () => (
  <CardEnd icon={<Terminal aria-hidden />}>
    <p>This server cannot mail you a link for a new password. Whoever runs it can set one, on its command line:</p>
    <code className="rounded-control border border-border bg-raised px-3 py-2 font-mono text-table break-all">
      keydesk admin reset-password NAME
    </code>
    <BackToLogin />
  </CardEnd>
)

function ForgotForm() {
  const api = useApi()
  const [isAsked, setAsked] = useState(false)
  const form = useForm({ defaultValues: { email: '' }, resolver: resolverFor<{ email: string }>(checkWith(forgotPasswordInput)) })
  const { submit, problem } = useFormSubmit({
    form,
    send: async (body) => {
      await api(passwordReset.ask, { body })
      setAsked(true)
    },
    inlineError: textOfRefusal,
  })
  const { errors, isSubmitting } = form.formState
  if (isAsked)
    return (
      <CardEnd icon={<MailCheck aria-hidden />}>
        <p>If a member of the team has this address, a link is on its way. It works once, for 30 minutes.</p>
        <BackToLogin />
      </CardEnd>
    )
  return (
    <form onSubmit={submit} noValidate className="mt-4 space-y-1">
      <p className="mb-4 text-center text-muted">We mail you a link that sets a new password.</p>
      <Field isSteady label="Email" required error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" autoFocus />}
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting && 'Sending...'} className="w-full">
        Send link
      </Button>
      <CardProblem text={problem} />
      <p className="pt-5 text-center">
        <BackToLogin />
      </p>
    </form>
  )
}

/** The form behind a mailed link. */
export function ResetCard({ token }: { readonly token: string }) {
  useTitle('New password')
  const api = useApi()
  const { logOut } = useAuth()
  const [ended, setEnded] = useState<{ readonly is: 'changed' } | { readonly is: 'over'; readonly text: string } | null>(null)
  const form = useForm<{ password: string }>({
    defaultValues: { password: '' },
    resolver: resolverFor((values) => check({ token, ...values })),
  })
  const { submit, problem } = useFormSubmit({
    form,
    send: async ({ password }) => {
      try {
        await api(passwordReset.reset, { body: { token, password } })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 410)) throw error
        return setEnded({ is: 'over', text: error.message })
      }
      setEnded({ is: 'changed' })
      // The session of this browser may have ended, too.
      return logOut()
    },
    inlineError: textOfRefusal,
  })
  const { errors, isSubmitting } = form.formState
  return (
    <>
      <CardTitle>New password</CardTitle>
      {ended?.is === 'over' && (
        <CardEnd icon={<Unlink aria-hidden />} isAlert>
          <p>{ended.text}</p>
          <Link to="/login" hash="forgot" replace className={buttonClass()}>
            Ask for a new link
          </Link>
        </CardEnd>
      )}
      {ended?.is === 'changed' && (
        <CardEnd icon={<CircleCheck aria-hidden />}>
          <p>Your password is changed, and every session of your account has ended.</p>
          <Link to="/login" replace className={buttonClass({ variant: 'primary' })}>
            Go to the login
          </Link>
        </CardEnd>
      )}
      {ended === null && (
        <form onSubmit={submit} noValidate className="mt-4 space-y-1">
          <p className="mb-4 text-center text-muted">Every session of your account ends.</p>
          <NewPasswordField label="New password" register={() => form.register('password')} error={errors.password?.message} autoFocus />
          <Button type="submit" variant="primary" busy={isSubmitting && 'Saving...'} className="mt-2 w-full">
            Save
          </Button>
          <CardProblem text={problem} />
        </form>
      )}
    </>
  )
}

const check = checkWith(resetPasswordInput)

const textOfRefusal = (error: ApiError): string => (error.status === 429 ? loginFailure(error) : error.message)

const BackToLogin = () => (
  <Link to="/login" state className={linkClass}>
    Back to the login
  </Link>
)

const offerQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.passwordReset,
    queryFn: async ({ signal }) => (await api(passwordReset.find, {}, { signal })).data,
    // A refetch on window focus must not replace the form while somebody fills it in.
    staleTime: Infinity,
  })
