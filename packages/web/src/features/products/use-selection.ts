import type { Product } from '@keydesk/contract'
import { useState } from 'react'

type Rows = readonly Pick<Product, 'id'>[]
const idsOf = (rows: Rows) => new Set(rows.map(({ id }) => id))

/** The products that are selected, on whatever page they stand. One that is gone from the list is no longer selected. */
export function useSelection(all: readonly Product[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    selected: all.filter(({ id }) => ids.has(id)),
    has: (id: number) => ids.has(id),
    add: (rows: Rows) => setIds((before) => before.union(idsOf(rows))),
    remove: (rows: Rows) => setIds((before) => before.difference(idsOf(rows))),
    clear: () => setIds(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
