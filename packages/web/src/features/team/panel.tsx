import type { Invitation, InvitationState, NewInvitation } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { MailX, UserPlus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button, IconButton } from '../../kit/controls/button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { ShownOnce } from '../../kit/form/shown-once.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { nameOfRole } from '../../session/role-summaries.ts'
import { invitationsQuery, teamQuery, useRevokeInvitation } from './data.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersTable } from './members.tsx'

type Inviting = { readonly is: 'closed' | 'asking' } | { readonly is: 'invited'; readonly invitation: NewInvitation }

/** Members and invitations. For owners. */
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
        description="What each person may do: the role, less what you take away. Keys an hour: how many they may show or replace."
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
          // The form also closes when the link is shown: that must not close the link.
          onClose={() => setInviting((now) => (now.is === 'asking' ? { is: 'closed' } : now))}
        />
      )}
      {inviting.is === 'invited' && (
        <ShownOnce
          title="Invitation created"
          text={`Send this link to the person who joins as ${nameOfRole(inviting.invitation.role)}. It is shown only now, works once, and for 72 hours.`}
          label="Invitation link"
          secret={inviting.invitation.url}
          onClose={close}
        />
      )}
    </div>
  )
}

const InvitationsTable = ({ invitations }: { readonly invitations: readonly Invitation[] }) => (
  <DataTable
    label="Invitations"
    rows={invitations}
    columns={columns}
    rowKey={({ id }) => id}
    empty={<EmptyState icon={<UserPlus />} title="Nobody is invited" hint="Press Invite to create a link for a new member." />}
  />
)

const tones: Readonly<Record<InvitationState, ComponentProps<typeof Badge>['tone']>> = {
  open: 'blue',
  used: 'green',
  expired: 'neutral',
  revoked: 'neutral',
}

function stateText({ state, used_by }: Invitation): string {
  if (state === 'used') return used_by === null ? 'Used' : `Used by ${used_by}`
  return { open: 'Open', expired: 'Expired', revoked: 'Revoked' }[state]
}

const columns: Column<Invitation>[] = [
  {
    title: 'For',
    share: 2,
    priority: 'high',
    cell: ({ email, require_two_factor }) => (
      <>
        {email ?? 'Anybody with the link'}
        {require_two_factor && <span className="block text-caption font-normal text-muted">Two-factor required</span>}
      </>
    ),
  },
  { title: 'Role', cell: ({ role }) => nameOfRole(role) },
  { title: 'State', share: 1, cell: (row) => <Badge tone={tones[row.state]}>{stateText(row)}</Badge> },
  { title: 'Expires', cell: ({ expires_at }) => <DateText at={expires_at} as="time" /> },
  {
    title: 'Actions',
    hideTitle: true,
    isActions: true,
    cell: (row) => (row.state === 'open' ? <Revoke invitation={row} /> : null),
  },
]

function Revoke({ invitation }: { readonly invitation: Invitation }) {
  const confirm = useConfirm()
  const revoke = useRevokeInvitation()
  const ask = async () => {
    const whom = invitation.email === null ? 'Whoever has the link' : invitation.email
    const text = `${whom} can no longer join with it. You can invite again at any time.`
    if (await confirm({ title: 'Revoke this invitation?', text, yes: 'Revoke', isDanger: true })) revoke.mutate(invitation)
  }
  return (
    <IconButton
      label={`Revoke the invitation for ${invitation.email ?? nameOfRole(invitation.role)}`}
      icon={<MailX aria-hidden />}
      busy={revoke.isPending}
      onClick={() => void ask()}
    />
  )
}
