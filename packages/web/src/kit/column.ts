import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** What the column sorts by; without it, it does not sort. Null goes last. */
  readonly sort?: (row: Row) => string | number | null
  /** The server's name for this order, for lists that are loaded page by page. */
  readonly sortKey?: string
  /** Numbers stand at the right. */
  readonly align?: 'right'
  /** The title is for screen readers alone, as over row actions. */
  readonly hideTitle?: boolean
  readonly className?: string
}

/** Where a row leads: a path, or this page with another search part, as for a drawer. */
export type RowLink = string | { readonly search: (before: Record<string, unknown>) => Record<string, unknown> }
