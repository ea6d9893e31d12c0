import type { ReactNode } from 'react'

/** The room of every screen: padding, and content of at most 1,440 px at the left, so that titles and tables stand where they stood. */
export const Page = ({ children }: { readonly children: ReactNode }) => (
  <div className="w-full max-w-372 p-4 md:max-w-375 md:p-6">{children}</div>
)
