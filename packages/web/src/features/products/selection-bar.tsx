import { limits } from '@keydesk/contract'
import { ListChecks } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { formatCount, plural } from '../../kit/format.ts'

interface Props {
  readonly count: number
  /** How many of them the search and the filters leave out. */
  readonly hidden: number
  readonly onChange: () => void
  readonly onClear: () => void
}

/** Stands at the bottom of the window while products are selected. */
export function SelectionBar({ count, hidden, onChange, onClear }: Props) {
  const isTooMany = count > limits.bulkProducts
  return (
    <section
      aria-label="Selected products"
      data-save-bar
      className="sticky bottom-4 z-10 mt-4 flex animate-pop flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-raised py-3 pr-3 pl-4 shadow-float max-md:bottom-2"
    >
      <div role="status" className="min-w-40 flex-1">
        <p className="font-medium">{plural(count, 'product')} selected</p>
        {isTooMany ? (
          <p className="text-table text-muted">At most {limits.bulkProducts} can be changed at once.</p>
        ) : (
          hidden > 0 && <p className="text-table text-muted">{formatCount(hidden)} of them not shown by the filters.</p>
        )}
      </div>
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" onClick={onClear}>
          Clear
        </Button>
        <Button variant="primary" icon={<ListChecks aria-hidden />} disabled={isTooMany} onClick={onChange}>
          Change {plural(count, 'product')}
        </Button>
      </div>
    </section>
  )
}
