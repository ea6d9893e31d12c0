import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

interface Props {
  readonly icon: ReactNode
  /** Why it is empty. */
  readonly title: string
  /** One line about what to do. */
  readonly hint?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ icon, title, hint, action }: Props) {
  return (
    <div className="flex flex-col items-center px-4 py-14 text-center">
      <div
        aria-hidden
        className="mb-4 flex size-11 items-center justify-center rounded-card border border-border text-muted [&_svg]:size-5"
      >
        {icon}
      </div>
      <p className="font-medium text-balance">{title}</p>
      {hint && <p className="mt-1 max-w-96 text-balance text-muted">{hint}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

/** The filters match nothing. `what` is the plural name of the things. */
export function NoResults({ what, onClear }: { readonly what: string; readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={`No ${what} match`}
      hint="Try other words or fewer filters."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}
