import { useId, type ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly description: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A titled part of a drawer: what it is for, its action at the right, then its content. */
export function PanelSection({ title, description, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          <p className="text-muted">{description}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
