import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { useApi } from '../../api/context.tsx'
import { BrandMark } from '../../kit/brand-mark.tsx'
import { brandTitle } from '../../kit/brand.ts'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { useTitle } from '../../kit/use-title.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { CodeField } from './code-field.tsx'
import { DeadLink } from './dead-link.tsx'
import { loginFailure } from './login-failure.ts'
import type { LoginProblems } from './sign-in.ts'
import { SocialButtons } from './social-buttons.tsx'

/** The schemas behind it are heavier than the page, so they follow it. */
const loadSignIn = () => import('./sign-in.ts')

export function LoginPage() {
  useTitle('Login')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center p-4 py-10">
      <div className="w-full max-w-100">
        <div className="mb-6 flex items-center justify-center gap-2.5">
          <BrandMark className="size-8" />
          <span className="text-base font-semibold">{brandTitle()}</span>
        </div>
        <div className="rounded-card border border-border bg-surface p-6 md:p-8">
          <h1 className="text-center text-title font-semibold tracking-tight">Welcome back</h1>
          <p className="mt-1 text-center text-muted">Sign in to run your store</p>
          <LoginForm />
          <Divider>or continue with</Divider>
          <SocialButtons />
          <p className="mt-6 text-center text-muted">
            Don&apos;t have an account? <DeadLink>Sign up</DeadLink>
          </p>
        </div>
        {/* So narrow that every face needs two lines: with one and two the page would move when the font arrives. */}
        <p className="mx-auto mt-6 max-w-72 text-center text-caption text-balance text-muted">
          By signing in you agree to our <DeadLink>Terms of Service</DeadLink> and <DeadLink>Privacy Policy</DeadLink>.
        </p>
      </div>
    </main>
  )
}

function LoginForm() {
  const api = useApi()
  const { start } = useAuth()
  const navigate = useNavigate()
  const [problems, setProblems] = useState<LoginProblems>({})
  const [failure, setFailure] = useState<string | null>(null)
  /** How the server asked for a second factor, once it did. */
  const [codeHint, setCodeHint] = useState<string | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  useEffect(() => void loadSignIn().catch(() => undefined), [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { code, ...named } = Object.fromEntries(new FormData(form)) as { identity: string; password: string; code?: string }
    const typed = code?.trim() ? { ...named, code } : named
    setFailure(null)
    setSubmitting(true)
    try {
      const { checkLogin, signIn } = await loadSignIn()
      const found = checkLogin(typed)
      setProblems(found)
      const [wrong] = Object.keys(found)
      if (wrong !== undefined) return form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
      const asked = await signIn(api, typed, start)
      if (asked !== null) {
        if (codeHint === null) setCodeHint(asked)
        else setProblems({ code: asked })
        const field = form.querySelector<HTMLInputElement>('[name=code]')
        field?.focus()
        return field?.select()
      }
      await navigate({ to: '/', replace: true })
    } catch (error) {
      setFailure(loginFailure(error))
    } finally {
      setSubmitting(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className="mt-6 space-y-4">
      {failure !== null && (
        <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-2 text-red">
          {failure}
        </p>
      )}
      <Field label="Username or Email" error={problems.identity} required>
        {(control) => <Input {...control} name="identity" autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus />}
      </Field>
      <div className="relative">
        <Field label="Password" error={problems.password} required>
          {(control) => <Input {...control} name="password" type="password" autoComplete="current-password" />}
        </Field>
        <DeadLink className="absolute top-0 right-0">Forgot your password?</DeadLink>
      </div>
      {codeHint !== null && <CodeField hint={codeHint} error={problems.code} />}
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
