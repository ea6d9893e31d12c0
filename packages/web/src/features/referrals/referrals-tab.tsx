import type { Referral } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { Gift } from 'lucide-react'
import { useListApi } from '../../api/context.tsx'
import { type Column, timeOf } from '../../kit/table/column.ts'
import { DateText } from '../../kit/text/date-text.tsx'
import { Money } from '../../kit/text/money.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { SearchedList } from '../../kit/table/searched-list.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { type ListedColumn, useSeenColumns } from '../../routes/columns.ts'
import { referralColumns } from '../../routes/referrals.ts'
import { CustomerEmail } from '../customers/parts.tsx'
import { formatReferred, formatReferrer } from './format.ts'
import { StatusBadge } from './parts.tsx'
import { referralsQuery } from './data.ts'

const tabs = {
  pending: {
    label: 'Pending Referrals',
    failure: 'Failed to fetch pending referrals',
    none: 'No pending referrals found',
    hint: 'An order made with a referral code waits here until it is paid.',
  },
  completed: {
    label: 'Completed Referrals',
    failure: 'Failed to fetch completed referrals',
    none: 'No completed referrals found',
    hint: 'Paid orders made with a referral code, and what they earned the referrer.',
  },
} as const

export function ReferralsTab({ status }: { readonly status: keyof typeof tabs }) {
  const { label, failure, none, hint } = tabs[status]
  const list = useListApi()
  const may = useMay()
  return (
    <SearchedList
      key={status}
      query={(request) => referralsQuery(list, status, request)}
      label={label}
      noun="referral"
      placeholder={may('customers:read') ? 'Search by user, email or order' : 'Search by user or order'}
      failure={failure}
      none={none}
      empty={<EmptyState icon={<Gift />} title={none} hint={hint} />}
      columns={useSeenColumns(columns)}
      textOf={textOf}
      sort={{ column: 'Created At', direction: 'descending' }}
    />
  )
}

const columns: readonly (Column<Referral> & ListedColumn)[] = [
  { ...referralColumns.id, cell: ({ id }) => `#${id}`, sort: ({ id }) => id, sortKey: 'id' },
  {
    ...referralColumns.referrer,
    cell: (referral) => <span className="font-medium">{formatReferrer(referral)}</span>,
    sort: formatReferrer,
  },
  {
    ...referralColumns.referred,
    cell: (referral) => (
      <CustomerEmail
        named={`order-${referral.purchase_id}`}
        email={referral.purchase?.customer_email ?? ''}
        otherwise={formatReferred(referral)}
      />
    ),
    sort: formatReferred,
  },
  {
    ...referralColumns.order,
    cell: ({ purchase_id }) => <OrderLink id={purchase_id} />,
    sort: ({ purchase_id }) => purchase_id,
    sortKey: 'purchase_id',
  },
  {
    ...referralColumns.amount,
    cell: ({ purchase }) => (purchase === null ? 'N/A' : <Money amount={purchase.total} />),
    sort: ({ purchase }) => purchase?.total ?? null,
  },
  {
    ...referralColumns.commission,
    cell: ({ commission_amount }) => <Money amount={commission_amount} />,
    sort: ({ commission_amount }) => commission_amount,
    sortKey: 'commission_amount',
  },
  {
    ...referralColumns.status,
    // A partial refund lessens the commission.
    cell: ({ status, purchase }) => (
      <>
        <StatusBadge of="referral" status={status} />
        {(purchase?.refunded_total ?? 0) > 0 && (
          <span className="ml-2 text-caption text-yellow">
            <Money amount={purchase?.refunded_total ?? 0} /> refunded
          </span>
        )}
      </>
    ),
    sort: ({ status }) => status,
  },
  {
    ...referralColumns.createdAt,
    cell: ({ created_at }) => <DateText at={created_at} none="N/A" />,
    sort: ({ created_at }) => timeOf(created_at),
    sortKey: 'created_at',
  },
]

function OrderLink({ id }: { readonly id: number }) {
  const may = useMay()
  if (id === 0) return 'N/A'
  if (!may('orders:read')) return `#${id}`
  return (
    <Link to="/purchases/orders" search={{ order: id }} className="underline-offset-2 hover:text-accent hover:underline">
      #{id}
    </Link>
  )
}

const textOf = (referral: Referral): string =>
  `#${referral.id} ${formatReferrer(referral)} ${formatReferred(referral)} #${referral.purchase_id}`
