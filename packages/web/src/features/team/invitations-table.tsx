import type { Invitation, InvitationState } from '@keydesk/contract'
import { MailX, UserPlus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '../../kit/badge.tsx'
import { useConfirm } from '../../kit/confirm.tsx'
import { DataTable, type Column } from '../../kit/data-table.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconButton } from '../../kit/icon-button.tsx'
import { nameOfRole } from '../../session/role-summaries.ts'
import { useRevokeInvitation } from './team-data.ts'

export const InvitationsTable = ({ invitations }: { readonly invitations: readonly Invitation[] }) => (
  <DataTable
    label="Invitations"
    rows={invitations}
    columns={columns}
    rowKey={({ id }) => id}
    empty={<EmptyState icon={<UserPlus />} title="Nobody is invited" hint="Press Invite to make a link for a new member." />}
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
    if (await confirm({ title: 'Revoke this invitation?', text, yes: 'Revoke', danger: true })) revoke.mutate(invitation)
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
