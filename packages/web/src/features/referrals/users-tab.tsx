import type { ReferralUser } from '@keydesk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Settings2, Tag, Users } from 'lucide-react'
import { useListApi } from '../../api/context.tsx'
import { asListed } from '../../api/list-query.ts'
import { Badge } from '../../kit/feedback/badge.tsx'
import type { Column } from '../../kit/table/column.ts'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { formatCount } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { SearchedList } from '../../kit/table/searched-list.tsx'
import { useDialog } from '../../kit/overlay/use-dialog.ts'
import { useMay } from '../../session/session-provider.tsx'
import { CustomerEmail } from '../customers/parts.tsx'
import { type ListedColumn, useSeenColumns } from '../../routes/columns.ts'
import { userColumns } from '../../routes/referrals.ts'
import { useHistoryAction } from '../history/parts.tsx'
import { referralUsersQuery } from './data.ts'

const CustomCodeDialog = lazyDialog('Custom Code', async () => (await import('./custom-code-dialog.tsx')).CustomCodeDialog)
const SettingsDialog = lazyDialog('Referral Settings', async () => (await import('./settings-dialog.tsx')).SettingsDialog)

const none = 'No users found'

export function UsersTab() {
  const list = useListApi()
  const settings = useDialog<ReferralUser>()
  const code = useDialog<ReferralUser>()
  const users = useInfiniteQuery(referralUsersQuery(list)).data?.rows ?? []
  const may = useMay()
  const seesEmails = may('customers:read')
  const shown = useSeenColumns(figures)
  return (
    <>
      <SearchedList
        query={(request) => referralUsersQuery(list, request)}
        label="Users"
        noun="user"
        placeholder={seesEmails ? 'Search by user, email or code' : 'Search by user or code'}
        failure="Failed to fetch users"
        none={none}
        empty={<EmptyState icon={<Users />} title={none} hint="They appear here once your store has registered them for referrals." />}
        columns={may('referrals:write') ? [...shown, actions(settings.edit, code.edit)] : shown}
        textOf={textOf}
      />
      {settings.state.is === 'editing' && <SettingsDialog user={asListed(settings.state.row, users)} onClose={settings.close} />}
      {code.state.is === 'editing' && <CustomCodeDialog user={asListed(code.state.row, users)} onClose={code.close} />}
    </>
  )
}

type Open = (user: ReferralUser) => void

const actions = (onSettings: Open, onCode: Open): Column<ReferralUser> => ({
  ...userColumns.actions,
  cell: (user) => <UserRowActions user={user} onSettings={onSettings} onCode={onCode} />,
})

interface ActionsProps {
  readonly user: ReferralUser
  readonly onSettings: Open
  readonly onCode: Open
}

function UserRowActions({ user, onSettings, onCode }: ActionsProps) {
  const history = useHistoryAction('user', user.id)
  return (
    <RowActions
      actions={[
        { label: 'Settings', icon: <Settings2 aria-hidden />, onSelect: () => onSettings(user) },
        { label: 'Code', icon: <Tag aria-hidden />, onSelect: () => onCode(user) },
        history,
      ]}
    />
  )
}

const figures: readonly (Column<ReferralUser> & ListedColumn)[] = [
  {
    ...userColumns.user,
    cell: ({ username }) => <span className="font-medium">{username}</span>,
    sort: ({ username }) => username,
    sortKey: 'username',
  },
  {
    ...userColumns.email,
    cell: ({ id, email }) => <CustomerEmail named={`user-${id}`} email={email ?? ''} />,
    sort: ({ email }) => email ?? '',
    sortKey: 'email',
  },
  {
    ...userColumns.code,
    cell: ({ referral_code }) =>
      referral_code ? <span className="font-mono">{referral_code}</span> : <span className="text-muted">No code set</span>,
    sort: ({ referral_code }) => referral_code,
    sortKey: 'referral_code',
  },
  {
    ...userColumns.referrals,
    cell: ({ referral_stats: { total_referrals, completed_referrals } }) => (
      <span>
        {formatCount(total_referrals)} total <span className="text-muted">/ {formatCount(completed_referrals)} completed</span>
      </span>
    ),
    sort: ({ referral_stats }) => referral_stats.total_referrals,
    sortKey: 'total_referrals',
  },
  {
    ...userColumns.commission,
    cell: ({ referral_stats }) => <Money amount={referral_stats.total_commission} />,
    sort: ({ referral_stats }) => referral_stats.total_commission,
    sortKey: 'total_commission',
  },
  {
    ...userColumns.enabled,
    cell: ({ referral_enabled }) => (referral_enabled ? <Badge tone="green">Enabled</Badge> : <Badge tone="neutral">Disabled</Badge>),
    sort: ({ referral_enabled }) => (referral_enabled ? 'Enabled' : 'Disabled'),
    sortKey: 'referral_enabled',
  },
]

const textOf = ({ username, email, referral_code }: ReferralUser): string => `${username} ${email ?? ''} ${referral_code ?? ''}`
