import type { ReactNode, Ref } from 'react'
import { Button } from '../controls/button.tsx'

interface BarProps {
  /** Its name, for screen readers. */
  readonly label: string
  readonly bar?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** What waits for a decision, at the bottom of the window. Its place is `styles/bottom-bar.css`. */
export const BottomBar = ({ label, bar, children }: BarProps) => (
  <section
    aria-label={label}
    data-save-bar
    ref={bar}
    className="mt-4 flex animate-pop flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-raised py-3 pr-3 pl-4 shadow-float"
  >
    {children}
  </section>
)

interface SelectionProps {
  readonly label: string
  /** '3 products'. */
  readonly count: string
  /** Lines below the count: sums, and what the selection does not allow. */
  readonly notes?: ReactNode
  readonly onClear: () => void
  /** What can be done with the selection; the primary action is last. */
  readonly children: ReactNode
}

/** Shown while rows or cards are selected. */
export const SelectionBar = ({ label, count, notes, onClear, children }: SelectionProps) => (
  <BottomBar label={label}>
    <div role="status" className="min-w-40 flex-1 tabular-nums">
      <p className="font-medium">{count} selected</p>
      {notes}
    </div>
    <div className="ml-auto flex flex-wrap justify-end gap-2">
      <Button variant="ghost" onClick={onClear}>
        Clear
      </Button>
      {children}
    </div>
  </BottomBar>
)
