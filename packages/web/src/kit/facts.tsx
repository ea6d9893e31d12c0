import { Children, type ReactNode } from 'react'

/** Pairs of name and value, to read. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(8rem,12rem)_minmax(0,1fr)]">{children}</dl>
)

/** One pair. An empty value is a dash. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="sm:contents">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{isEmpty(children) ? <span className="text-muted">–</span> : children}</dd>
  </div>
)

const isEmpty = (children: ReactNode): boolean => Children.toArray(children).every((child) => child === '')
