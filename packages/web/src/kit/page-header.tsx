import type { ReactNode } from 'react'

interface Props {
  readonly title: ReactNode
  /** One line of what the screen is for. */
  readonly description?: ReactNode
  /** Badges beside the title. */
  readonly meta?: ReactNode
  /** The primary action stands last. */
  readonly actions?: ReactNode
}

export function PageHeader({ title, description, meta, actions }: Props) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 max-w-full">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 wrap-anywhere text-title font-semibold tracking-tight">{title}</h1>
          {meta}
        </div>
        {description && <p className="mt-1 max-w-(--text-column) text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
