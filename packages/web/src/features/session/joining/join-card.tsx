import type { Offer } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { useApi } from '../../../api/context.tsx'
import { brandTitle } from '../../../kit/brand.ts'
import { buttonClass } from '../../../kit/button.tsx'
import { DateText } from '../../../kit/date-text.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { SkeletonLines } from '../../../kit/skeleton.tsx'
import { useTitle } from '../../../kit/use-title.ts'
import { nameOfRole, summaryOfRole } from '../../../session/role-summaries.ts'
import { useAuth } from '../../../session/session-provider.tsx'
import { JoinForm } from './join-form.tsx'
import { offerQuery, overText } from './joining-data.ts'

/** What the link of an invitation opens, in place of the sign-in. */
export function JoinCard({ token }: { readonly token: string }) {
  useTitle('Join')
  const query = useQuery(offerQuery(useApi(), token))
  const over = overText(query.error)
  return (
    <>
      <h1 className="text-center text-title font-semibold tracking-tight">Join {brandTitle()}</h1>
      {over !== null ? (
        <Over text={over} />
      ) : (
        <div className="mt-4">
          <Loaded query={query} failure="Failed to look the invitation up" skeleton={<SkeletonLines lines={8} />}>
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
    <div className="space-y-1 text-center text-muted">
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

const Over = ({ text }: { readonly text: string }) => (
  <div role="alert" className="mt-4 flex flex-col items-center gap-4 text-center">
    <Unlink aria-hidden className="size-5 text-muted" />
    <p>{text}</p>
    <Link to="/login" replace className={buttonClass()}>
      Go to the login
    </Link>
  </div>
)
