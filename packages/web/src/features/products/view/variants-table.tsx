import type { VariantSummary } from '@keydesk/contract'
import { KeyRound } from 'lucide-react'
import { Badge } from '../../../kit/badge.tsx'
import { DataTable, type Column } from '../../../kit/data-table.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { formatCount } from '../../../kit/format.ts'
import { Money } from '../../../kit/money.tsx'
import { stockOf } from '../product-summary.ts'

const columns: readonly Column<VariantSummary>[] = [
  {
    title: 'Name',
    share: 1,
    priority: 'high',
    cell: ({ name, is_draft }) => (
      <span className="font-medium">
        {name || 'Without a name'} {is_draft && <Badge tone="neutral">Draft</Badge>}
      </span>
    ),
  },
  { title: 'Price', align: 'right', priority: 'high', cell: ({ price }) => <Money amount={price} /> },
  { title: 'Stock', align: 'right', cell: (variant) => formatStock(stockOf(variant)) },
]

/** What a product is sold as, without its keys. */
export const VariantsTable = ({ variants }: { readonly variants: readonly VariantSummary[] }) => (
  <DataTable
    label="Variants"
    rows={variants}
    columns={columns}
    rowKey={({ id }) => id}
    empty={<EmptyState icon={<KeyRound />} title="No variants yet" />}
  />
)

function formatStock(stock: number | undefined) {
  if (stock === undefined) return '–'
  return stock === 0 ? <Badge tone="red">Out of stock</Badge> : formatCount(stock)
}
