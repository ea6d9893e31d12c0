import { createContext, lazy, Suspense, use, useCallback, useState, type ReactNode } from 'react'

export interface Question {
  readonly title: string
  /** What happens, naming the thing and the consequence. */
  readonly text: ReactNode
  readonly yes: string
  readonly no?: string
  /** Something is lost for good. */
  readonly danger?: boolean
}

type Ask = (question: Question) => Promise<boolean>

const AskContext = createContext<Ask | null>(null)

// Mounted at the root, asked rarely: the dialog is fetched with the first question.
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Mounted once, at the root. Any handler can then write `if (!(await confirm({...}))) return`. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<{ readonly question: Question; readonly answer: (yes: boolean) => void } | null>(null)
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((answer) => {
        setOpen((before) => {
          before?.answer(false)
          return { question, answer }
        })
      }),
    [],
  )
  const close = (yes: boolean) => {
    open?.answer(yes)
    setOpen(null)
  }

  return (
    <AskContext value={ask}>
      {children}
      {open !== null && (
        <Suspense fallback={null}>
          <ConfirmDialog question={open.question} onAnswer={close} />
        </Suspense>
      )}
    </AskContext>
  )
}

export function useConfirm(): Ask {
  const ask = use(AskContext)
  if (ask === null) throw new Error('useConfirm must be used within a ConfirmProvider')
  return ask
}
