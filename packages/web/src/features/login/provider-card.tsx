import { type Provider, fragmentOfReturn, providerTitles } from '@keydesk/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { ApiError } from '../../api/error.ts'
import { Button } from '../../kit/controls/button.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { CardProblem, CardTitle, linkClass } from './card-parts.tsx'
import { CodeField } from './code-field.tsx'
import { loadSignIn, loginFailure } from './login.ts'
import { takeAskedFor } from './social-buttons.tsx'

/** The second half of a sign-in with a provider: fetches the session, with a code if the member has two-factor sign-in. */
export function ProviderCard({ provider }: { readonly provider: Provider }) {
  const api = useApi()
  const { start } = useAuth()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  /** The server's request for a second factor; null before. */
  const [codeHint, setCodeHint] = useState<string | null>(null)
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState

  const signIn = handleSubmit(async ({ code }) => {
    setFailure(null)
    try {
      const { sendProviderLogin } = await loadSignIn()
      const refusal = await sendProviderLogin(api, code, start)
      if (refusal === null) return await navigate({ href: takeAskedFor() ?? '/', replace: true })
      if (codeHint === null) return setCodeHint(refusal)
      setError('code', { message: refusal })
      return setFocus('code', { shouldSelect: true })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 410)) return setFailure(loginFailure(error))
      return navigate({ to: '/login', hash: fragmentOfReturn({ provider, problem: 'over' }).slice(1), replace: true })
    }
  })

  const begin = useEffectEvent(() => void signIn())
  const hasBegun = useRef(false)
  useEffect(() => {
    // It works once, and strict mode runs effects twice.
    if (!hasBegun.current) begin()
    hasBegun.current = true
  }, [])

  const isWaiting = codeHint === null && failure === null
  return (
    <>
      <CardTitle>Welcome back</CardTitle>
      <form onSubmit={signIn} noValidate className="mt-6 space-y-1">
        {codeHint !== null && (
          <CodeField
            field={register('code')}
            hint={codeHint}
            error={errors.code?.message}
            onChangeKind={() => setFocus('code', { shouldSelect: true })}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          busy={(isSubmitting || isWaiting) && `Signing in with ${providerTitles[provider]}...`}
          className="w-full"
        >
          {codeHint === null ? 'Try again' : 'Login'}
        </Button>
        <CardProblem text={failure} />
      </form>
      <p className="mt-6 text-center">
        <Link to="/login" className={linkClass}>
          Back to the login
        </Link>
      </p>
    </>
  )
}
