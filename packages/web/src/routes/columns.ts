import type { Permission } from '@keydesk/contract'
import type { ColumnShape } from '../kit/table/column.ts'
import { useAuth } from '../session/session-provider.tsx'

/** A column that not everybody sees. */
export interface ListedColumn extends ColumnShape {
  readonly needs?: Permission | 'own host'
}

export type ListedColumns = Readonly<Record<string, ListedColumn>>

/** The columns that the signed-in person may see. */
export function useSeenColumns<Column extends ListedColumn>(columns: readonly Column[]): readonly Column[] {
  const { isOwnHost, may } = useAuth()
  return columns.filter(({ needs }) => needs === undefined || (needs === 'own host' ? isOwnHost : may(needs)))
}
