import { cx } from 'class-variance-authority'
import { type ReactNode, useEffect } from 'react'
import { brandTitle } from './brand-mark.tsx'

/** Padding and width of every screen: at most 1,440 px at the left, so that titles and tables are at the same place on all screens. */
export const Page = ({ children }: { readonly children: ReactNode }) => (
  <div className="w-full max-w-372 p-4 max-md:pt-3 md:max-w-375 md:p-6">{children}</div>
)

interface PageHeaderProps {
  readonly title: ReactNode
  /** One line about the screen's purpose, where there is room for it. */
  readonly description?: ReactNode
  /** Badges beside the title. */
  readonly meta?: ReactNode
  /** The primary action is last. */
  readonly actions?: ReactNode
}

export function PageHeader({ title, description, meta, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4 max-md:mb-2 max-md:min-h-11 max-md:items-center max-md:gap-x-2 max-md:has-data-compact:flex-nowrap">
      <div className="min-w-0 max-w-full">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 wrap-anywhere text-title font-semibold tracking-tight">{title}</h1>
          {meta}
        </div>
        {description && <p className="mt-1 max-w-(--text-column) text-muted max-md:hidden">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

interface ToolbarFrameProps {
  /** Search and filters. */
  readonly children?: ReactNode
  /** The count and what is beside it; null for a list that is not counted. */
  readonly end?: ReactNode
}

/** The places in a toolbar, which its skeleton has too: search and filters, then the count, which has its own line on phones. */
export const ToolbarFrame = ({ children, end }: ToolbarFrameProps) => (
  <div className={cx('mb-4 flex flex-wrap items-center gap-x-2 gap-y-1.5', end !== null && 'max-md:mb-1')}>
    {children}
    {end !== null && <div className="flex min-h-8 grow items-center gap-x-3 max-md:w-full">{end}</div>}
  </div>
)

/**
 * Sets the tab's title while mounted. A part with a more exact title ("Product Details: Aurora") calls it too, after the screen, and wins.
 */
export function useTitle(text: string): void {
  useEffect(() => {
    const before = document.title
    const own = `${text} · ${brandTitle()}`
    document.title = own
    return () => {
      // The next screen may have set its own already.
      if (document.title === own) document.title = before
    }
  }, [text])
}
