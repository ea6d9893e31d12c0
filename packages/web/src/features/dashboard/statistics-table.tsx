import type { StatisticsRow } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { Badge } from '../../kit/badge.tsx'
import { buttonClass } from '../../kit/button.tsx'
import { DataTable, type Column } from '../../kit/data-table.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { formatCount } from '../../kit/format.ts'
import { Money } from '../../kit/money.tsx'

const columns: Column<StatisticsRow>[] = [
  {
    title: 'Product',
    share: 3,
    priority: 'high',
    cell: (row) => (
      <span>
        {row.product_name}
        {row.is_deleted && <DeletedBadge />}
      </span>
    ),
    sort: (row) => row.product_name,
  },
  { title: 'Total Quantity', align: 'right', share: 1, cell: (row) => formatCount(row.total_quantity), sort: (row) => row.total_quantity },
  {
    title: 'Total Revenue',
    align: 'right',
    share: 1,
    priority: 'high',
    cell: (row) => <Money amount={row.total_revenue} />,
    sort: (row) => row.total_revenue,
  },
  {
    title: 'Variants Sold',
    align: 'right',
    share: 1,
    priority: 'low',
    cell: (row) => formatCount(row.variants_sold),
    sort: (row) => row.variants_sold,
  },
  {
    title: 'Last Purchase',
    align: 'right',
    share: 1,
    cell: (row) => <DateText at={row.last_purchase_at} />,
    sort: (row) => row.last_purchase_at,
  },
]

/** What each product has sold, the best earning first. */
export function StatisticsTable({ rows }: { readonly rows: readonly StatisticsRow[] }) {
  return (
    <DataTable
      label="Sales by product"
      rows={rows}
      columns={columns}
      rowKey={(row) => row.product_id || row.product_name}
      rowHref={leadsTo}
      sort={{ column: 'Total Revenue', direction: 'descending' }}
      empty={<NoProducts />}
    />
  )
}

const DeletedBadge = () => (
  <>
    {' '}
    <Badge tone="neutral">Deleted</Badge>
  </>
)

/** A product that is deleted has no page any more. */
const leadsTo = ({ product_id, is_deleted }: StatisticsRow) => (product_id > 0 && !is_deleted ? `/products/${product_id}` : undefined)

function NoProducts() {
  const action = (
    <Link to="/products" className={buttonClass()}>
      Go to Products
    </Link>
  )
  return (
    <EmptyState
      icon={<ChartColumn />}
      title="No sales to show yet"
      hint="Add a product; what it sells and earns appears here."
      action={action}
    />
  )
}
