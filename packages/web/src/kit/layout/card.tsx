import { cx } from 'class-variance-authority'
import { type ReactNode, useId } from 'react'

/** A plain box around content. */
export function Card({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return <div className={cx('rounded-card border border-border bg-surface', className)}>{children}</div>
}

interface Props {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** The target of links to the section. */
  readonly id?: string
  /** False for tables and lists that reach the edge. */
  readonly padded?: boolean
  readonly children: ReactNode
}

/** A titled section of a page. */
export function Panel({ title, description, actions, id, padded = true, children }: Props) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="flex flex-col rounded-card border border-border bg-surface">
      <header className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0">
          <h2 id={titleId} className="text-base font-semibold">
            {title}
          </h2>
          {description && <p className="mt-0.5 text-table text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className={cx('grow', padded && 'px-4 pb-4')}>{children}</div>
    </section>
  )
}
