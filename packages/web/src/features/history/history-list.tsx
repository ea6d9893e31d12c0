import type { ActivityRow } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { productsQuery } from '../products/products-data.ts'
import { HistoryRow } from './history-row.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

interface Props {
  readonly label: string
  readonly rows: readonly ActivityRow[]
  /** In the history of one thing, which is not named then. */
  readonly isAlone: boolean
  /** Narrows the list down to one thing. */
  readonly onShowOnly?: (kind: string, id: number) => void
}

interface Restoring {
  readonly row: ActivityRow
  readonly field: string | undefined
}

/** Rows of the activity, and the question before something is brought back. */
export function HistoryList({ label, rows, isAlone, onShowOnly }: Props) {
  const [restoring, setRestoring] = useState<Restoring | null>(null)
  const nameOf = useProductNames(rows)
  const ask = useCallback((row: ActivityRow, field?: string) => setRestoring({ row, field }), [])
  return (
    <div className="@container/history">
      <ol aria-label={label} className="rounded-card border border-border bg-surface">
        {rows.map((row) => (
          <HistoryRow key={row.id} row={row} isAlone={isAlone} nameOf={nameOf} onRestore={ask} onShowOnly={onShowOnly} />
        ))}
      </ol>
      {restoring !== null && <RestoreDialog {...restoring} isAlone={isAlone} nameOf={nameOf} onClose={() => setRestoring(null)} />}
    </div>
  )
}

/** Coupons say their products by id. Asked for only where a row names some. */
function useProductNames(rows: readonly ActivityRow[]) {
  const isNeeded = rows.some(({ changes }) => changes['applicable_products'] !== undefined)
  const { may } = useAuth()
  const products = useQuery({ ...productsQuery(useApi()), enabled: isNeeded && may('products:read') }).data
  const names = useMemo(() => new Map(products?.map(({ id, name }) => [id, name])), [products])
  return useCallback((id: number) => names.get(id), [names])
}
