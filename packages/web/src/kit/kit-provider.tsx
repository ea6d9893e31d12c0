import type { ReactNode } from 'react'
import { ConfirmProvider } from './confirm.tsx'
import { Toasts } from './toast.tsx'

/** What parts of the kit expect around them: anything may ask a question or show a toast. */
export const KitProvider = ({ children }: { readonly children: ReactNode }) => (
  <>
    <ConfirmProvider>{children}</ConfirmProvider>
    <Toasts />
  </>
)
