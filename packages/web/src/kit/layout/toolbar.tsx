import { limits } from '@keydesk/contract'
import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { DialogFrame, DialogHead } from '../overlay/dialog.tsx'
import { useStepCloses } from '../overlay/use-dialog.ts'
import { ToolbarFrame } from './page.tsx'
import { useIsNarrower } from './use-is-narrower.ts'

interface Props {
  /** Undefined while it is unknown; its space is kept. Null for a list that is not counted. */
  readonly count: string | undefined | null
  /** The search. */
  readonly children?: ReactNode
  /** Behind one button on phones. */
  readonly filters?: ReactNode
  /** The number of filters that are set. */
  readonly filterCount?: number
  /** Clears the search and the filters; undefined if there is nothing to clear. */
  readonly onClear?: () => void
  /** Nothing matches: `NoResults` in place of the rows has the button to clear, which only the sheet of a phone hides. */
  readonly isEmpty?: boolean
  /** Actions on the shown rows, before the count. */
  readonly tools?: ReactNode
  /** `SortBy`, after the count. */
  readonly sort?: ReactNode
}

/** Search and filters at the left, the count at the right. On phones: the search and one button for the filters, then count and sort. */
export function Toolbar({ count, children, filters, filterCount = 0, onClear, isEmpty = false, tools, sort }: Props) {
  const isPhone = useIsNarrower(limits.mobileBreakpointPx)
  const [isOpen, setOpen] = useState(false)
  // The sheet does not open again once a phone that was turned is turned back.
  if (isOpen && !isPhone) setOpen(false)
  const end = count !== null && (
    <>
      {tools && <div className="-my-1.5 flex items-center gap-2">{tools}</div>}
      <p role="status" className="min-h-5 text-table text-muted tabular-nums md:ml-auto">
        {count}
      </p>
      {sort}
    </>
  )
  return (
    <ToolbarFrame end={end || null}>
      {children}
      {filters && !isPhone && (
        <>
          {filters}
          {/* An icon, so that the line does not break when it comes. */}
          {onClear && !isEmpty && <IconButton label="Clear filters" icon={<X aria-hidden />} onClick={onClear} />}
        </>
      )}
      {filters && isPhone && (
        <Button icon={<SlidersHorizontal aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Filters{filterCount > 0 && ` · ${filterCount}`}
        </Button>
      )}
      {isOpen && (
        <FilterSheet count={count} onClear={onClear} onClose={() => setOpen(false)}>
          {filters}
        </FilterSheet>
      )}
    </ToolbarFrame>
  )
}

interface SheetProps extends Pick<Props, 'count' | 'onClear' | 'children'> {
  readonly onClose: () => void
}

/** The filters of a phone. They filter at once; what they leave is counted below them. */
function FilterSheet({ count, onClear, onClose, children }: SheetProps) {
  useStepCloses(onClose)
  return (
    <DialogFrame
      onClose={onClose}
      className="inset-x-0 bottom-0 flex max-h-[85dvh] animate-slide-up flex-col rounded-t-card bg-raised pb-[env(safe-area-inset-bottom)]"
    >
      <DialogHead title="Filters" className="py-2" />
      <div data-filter-sheet className="flex flex-col items-stretch gap-4 overflow-y-auto px-5 pt-1 pb-4">
        {children}
      </div>
      <footer className="flex items-center justify-end gap-2 border-t border-border px-5 py-3">
        <p className="mr-auto text-table text-muted tabular-nums">{count}</p>
        {onClear && <Button onClick={onClear}>Clear filters</Button>}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </DialogFrame>
  )
}
