import { limits, type Offer } from '@keydesk/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useApi } from '../../../api/context.tsx'
import { unexpectedAnswerError } from '../../../api/error.ts'
import { Button } from '../../../kit/button.tsx'
import { CheckboxField } from '../../../kit/checkbox.tsx'
import { Field } from '../../../kit/field.tsx'
import { resolverFor, useFormSubmit } from '../../../kit/form-check.ts'
import { Input } from '../../../kit/input.tsx'
import { useAuth } from '../../../session/session-provider.tsx'
import { checkJoining, join } from './joining-data.ts'

interface Form {
  readonly username: string
  readonly email: string
  readonly password: string
}

interface Props {
  readonly token: string
  readonly offer: Offer
}

/** Name, email and password of the new member, who is then signed in. */
export function JoinForm({ token, offer }: Props) {
  const api = useApi()
  const { start } = useAuth()
  const navigate = useNavigate()
  const [isShown, setShown] = useState(false)
  const form = useForm<Form>({
    defaultValues: { username: '', email: offer.email ?? '', password: '' },
    resolver: resolverFor((values) => checkJoining({ token, ...values })),
  })
  const { submit, problem } = useFormSubmit({
    form,
    send: async (values) => {
      const { token: session, user } = await join(api, { token, ...values })
      if (!start(session, user)) throw unexpectedAnswerError(200)
      await navigate({ to: '/', replace: true })
    },
    inlineError: (error) => error.message,
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <form onSubmit={submit} noValidate className="mt-6 space-y-4">
      {problem !== null && (
        <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-2 text-red">
          {problem}
        </p>
      )}
      <Field label="Username" required error={errors.username?.message}>
        {(control) => (
          <Input {...control} {...register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus />
        )}
      </Field>
      <Field
        label="Email"
        required
        helper={offer.email === null ? undefined : 'The invitation is for this address alone.'}
        error={errors.email?.message}
      >
        {(control) => <Input {...control} {...register('email')} type="email" autoComplete="email" readOnly={offer.email !== null} />}
      </Field>
      <Field label="Password" required helper={`At least ${limits.minPasswordLength} characters.`} error={errors.password?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('password')}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            spellCheck={false}
          />
        )}
      </Field>
      <CheckboxField label="Show the password" checked={isShown} onChange={setShown} />
      {offer.require_two_factor && (
        <p className="text-muted">Two-factor sign-in is required: you set it up next, with an authenticator app on your phone.</p>
      )}
      <Button type="submit" variant="primary" busy={isSubmitting && 'Joining...'} className="w-full">
        Join
      </Button>
    </form>
  )
}
