import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

/** The room of a screen: padding, and a readable width unless a table needs it all. */
export function Page({ wide = false, children }: { readonly wide?: boolean; readonly children: ReactNode }) {
  return <div className={cx('mx-auto w-full p-4 md:p-6', !wide && 'max-w-300')}>{children}</div>
}
