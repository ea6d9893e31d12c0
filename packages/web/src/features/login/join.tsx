import { type Offer, acceptInvitationInput, joining } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { useForm } from 'react-hook-form'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { ApiError, dataOf, unexpectedAnswerError } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Button, buttonClass } from '../../kit/controls/button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith, resolverFor, useFormSubmit } from '../../kit/form/form-check.ts'
import { brandTitle } from '../../kit/layout/brand-mark.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { useTitle } from '../../kit/layout/page.tsx'
import { nameOfRole, summaryOfRole } from '../../session/role-summaries.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { CardEnd, CardProblem, CardTitle } from './card-parts.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/** Replaces the sign-in when somebody opens an invitation link. */
export function JoinCard({ token }: { readonly token: string }) {
  useTitle('Join')
  const query = useQuery(offerQuery(useApi(), token))
  const ended = endedText(query.error)
  return (
    <>
      <CardTitle>Join {brandTitle()}</CardTitle>
      {ended !== null ? (
        <Ended text={ended} />
      ) : (
        <div className="mt-4">
          <Loaded query={query} failure="Failed to load the invitation" skeleton={<SkeletonLines lines={8} />}>
            {(offer) => (
              <>
                <Offered offer={offer} />
                <JoinForm token={token} offer={offer} />
              </>
            )}
          </Loaded>
        </div>
      )}
    </>
  )
}

function Offered({ offer }: { readonly offer: Offer }) {
  const { user } = useAuth()
  return (
    <div className="space-y-1 text-center text-muted *:text-balance">
      <p>
        You are invited as <span className="font-medium text-text">{nameOfRole(offer.role)}</span>.
      </p>
      <p>{summaryOfRole(offer.role)}</p>
      <p>
        The link works once, until <DateText at={offer.expires_at} as="time" />.
      </p>
      {user !== null && <p className="text-yellow">You are signed in here as {user.username}. Joining signs you in as the new member.</p>}
    </div>
  )
}

const Ended = ({ text }: { readonly text: string }) => (
  <CardEnd icon={<Unlink aria-hidden />} isAlert>
    <p>{text}</p>
    <Link to="/login" replace className={buttonClass()}>
      Go to the login
    </Link>
  </CardEnd>
)

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
function JoinForm({ token, offer }: Props) {
  const api = useApi()
  const { start } = useAuth()
  const navigate = useNavigate()
  const form = useForm<Form>({
    defaultValues: { username: '', email: offer.email ?? '', password: '' },
    resolver: resolverFor((values) => checkInput({ token, ...values })),
  })
  const { submit, problem } = useFormSubmit({
    form,
    send: async (values) => {
      const { token: session, user } = dataOf(await api(joining.accept, { body: { token, ...values } }))
      if (!start(session, user)) throw unexpectedAnswerError(200)
      await navigate({ to: '/', replace: true })
    },
    inlineError: (error) => error.message,
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <form onSubmit={submit} noValidate className="mt-6 space-y-1">
      <Field isSteady label="Username" required error={errors.username?.message}>
        {(control) => (
          <Input {...control} {...register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus />
        )}
      </Field>
      <Field
        isSteady
        label="Email"
        required
        helper={offer.email === null ? undefined : 'The invitation is for this address only.'}
        error={errors.email?.message}
      >
        {(control) => <Input {...control} {...register('email')} type="email" autoComplete="email" readOnly={offer.email !== null} />}
      </Field>
      <NewPasswordField label="Password" register={() => register('password')} error={errors.password?.message} />
      {offer.require_two_factor && (
        <p className="pb-2 text-muted">Two-factor sign-in is required: you set it up next, with an authenticator app on your phone.</p>
      )}
      <Button type="submit" variant="primary" busy={isSubmitting && 'Joining...'} className="mt-2 w-full">
        Join
      </Button>
      <CardProblem text={problem} />
    </form>
  )
}

const offerQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: queryKeys.offer(token),
    queryFn: async ({ signal }) => dataOf(await api(joining.find, { body: { token } }, { signal })),
    // A refetch on window focus must not replace the form while somebody fills it in.
    staleTime: Infinity,
  })

/** The server's message if the link has expired or was used, or null. */
const endedText = (error: unknown): string | null => (error instanceof ApiError && error.status === 410 ? error.message : null)

const checkInput = checkWith(acceptInvitationInput)
