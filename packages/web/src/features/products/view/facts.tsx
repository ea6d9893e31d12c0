import { Children, type ReactNode } from 'react'

/** Pairs of name and value, to read. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2">{children}</dl>
)

/** One pair. An empty value is a dash. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{isEmpty(children) ? <span className="text-muted">–</span> : children}</dd>
  </>
)

const isEmpty = (children: ReactNode): boolean => Children.toArray(children).every((child) => child === '')
