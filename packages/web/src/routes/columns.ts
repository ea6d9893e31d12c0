import type { Permission } from '@keydesk/contract'
import { useMemo } from 'react'
import type { ColumnShape } from '../kit/table/column.ts'
import { useAuth } from '../session/session-provider.tsx'

/** A column that not everybody sees. */
export interface ListedColumn extends ColumnShape {
  readonly needs?: Permission
  /** Not for a foreign host. */
  readonly isOwnHostOnly?: true
}

export type ListedColumns = Readonly<Record<string, ListedColumn>>

/** The columns that the signed-in person may see. Memoised, because the rows of a table are. */
export function useSeenColumns<Column extends ListedColumn>(columns: readonly Column[]): readonly Column[] {
  const { isOwnHost, may } = useAuth()
  return useMemo(
    () => columns.filter(({ needs, isOwnHostOnly }) => (needs === undefined || may(needs)) && (isOwnHost || isOwnHostOnly !== true)),
    [columns, isOwnHost, may],
  )
}
