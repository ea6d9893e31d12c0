import { type ReactNode, createContext, use, useCallback, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Modal } from './dialog.tsx'

interface Question {
  readonly title: string
  /** The consequence, with the name of the thing. */
  readonly text: ReactNode
  readonly yes: string
  readonly no?: string
  /** Something is lost permanently. */
  readonly danger?: boolean
}

type Ask = (question: Question) => Promise<boolean>

const AskContext = createContext<Ask | null>(null)

/** Mounted once. Any handler can then write `if (!(await confirm({...}))) return`. */
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
      {open !== null && <ConfirmDialog question={open.question} onAnswer={close} />}
    </AskContext>
  )
}

export function useConfirm(): Ask {
  const ask = use(AskContext)
  if (ask === null) throw new Error('useConfirm must be used within a ConfirmProvider')
  return ask
}

interface DialogProps {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
}

/** The focus starts on the safe answer. */
function ConfirmDialog({ question: { title, text, yes, no = 'Cancel', danger = false }, onAnswer }: DialogProps) {
  const footer = (
    <>
      <Button onClick={() => onAnswer(false)} data-autofocus={danger || undefined}>
        {no}
      </Button>
      <Button variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)} data-autofocus={!danger || undefined}>
        {yes}
      </Button>
    </>
  )
  return <Modal role="alertdialog" size="sm" title={title} description={text} onClose={() => onAnswer(false)} footer={footer} />
}
