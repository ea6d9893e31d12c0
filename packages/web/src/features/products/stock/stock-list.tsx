import { Boxes } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { EmptyState, NoResults } from '../../../kit/empty-state.tsx'
import { countOf } from '../../../kit/format.ts'
import { SearchInput } from '../../../kit/search-input.tsx'
import { VirtualList } from '../../../kit/virtual-list.tsx'
import { MaskedKey } from './masked-key.tsx'

/** The available keys, masked. */
export function StockList({ variantId, values }: { readonly variantId: number; readonly values: readonly string[] }) {
  const [typed, setTyped] = useState('')
  const searched = useDeferredValue(typed).trim().toLowerCase()
  const found = useMemo(
    () => (searched === '' ? values : values.filter((value) => value.toLowerCase().includes(searched))),
    [values, searched],
  )
  if (values.length === 0) return <EmptyState icon={<Boxes />} title="No keys in stock" hint="Add some, or import a file." />
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <SearchInput label="Search keys" placeholder="Any part of a key" value={typed} onChange={setTyped} />
        <p role="status" className="text-table text-muted tabular-nums">
          {countOf(found.length, values.length, 'key')}
        </p>
      </div>
      {found.length === 0 ? (
        <NoResults what="keys" onClear={() => setTyped('')} />
      ) : (
        <VirtualList label="Keys in stock" count={found.length} rowHeight={44}>
          {(index) => <MaskedKey key={found[index]} variantId={variantId} value={found[index]!} />}
        </VirtualList>
      )}
    </>
  )
}
