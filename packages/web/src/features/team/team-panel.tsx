import type { NewInvitation } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PanelSection } from '../../kit/panel-section.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { nameOfRole } from '../../session/role-summaries.ts'
import { InvitationsTable } from './invitations-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersTable } from './members-table.tsx'
import { invitationsQuery, teamQuery } from './team-data.ts'

type Inviting = { readonly is: 'closed' | 'asking' } | { readonly is: 'invited'; readonly invitation: NewInvitation }

/** Who works here, and who is invited. For owners. */
export function TeamPanel() {
  const api = useApi()
  const members = useQuery(teamQuery(api))
  const invitations = useQuery(invitationsQuery(api))
  const [inviting, setInviting] = useState<Inviting>({ is: 'closed' })
  const close = () => setInviting({ is: 'closed' })

  const invite = (
    <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setInviting({ is: 'asking' })}>
      Invite
    </Button>
  )
  return (
    <div className="space-y-8">
      <PanelSection
        title="Members"
        description="Who works here, and what each person may do. Keys an hour: how often somebody may replace keys, and show those of an order."
        action={invite}
      >
        <Loaded query={members} failure="Failed to fetch the team" skeleton={<SkeletonTable rows={3} columns={5} />}>
          {(rows) => <MembersTable members={rows} />}
        </Loaded>
      </PanelSection>
      <PanelSection title="Invitations" description="A link works once, within 72 hours.">
        <Loaded query={invitations} failure="Failed to fetch the invitations" skeleton={<SkeletonTable rows={1} columns={4} />}>
          {(rows) => <InvitationsTable invitations={rows} />}
        </Loaded>
      </PanelSection>
      {inviting.is === 'asking' && (
        <InviteDialog
          onInvited={(invitation) => setInviting({ is: 'invited', invitation })}
          // Once the link is there, the form has gone by itself.
          onClose={() => setInviting((now) => (now.is === 'asking' ? { is: 'closed' } : now))}
        />
      )}
      {inviting.is === 'invited' && (
        <ShownOnce
          title="Invitation made"
          text={`Send this link to the person who joins as ${nameOfRole(inviting.invitation.role)}. It is shown only now, works once, and for 72 hours.`}
          label="Invitation link"
          secret={inviting.invitation.url}
          onClose={close}
        />
      )}
    </div>
  )
}
