import { type ReactNode, createContext, use, useCallback, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Modal } from './dialog.tsx'
import { OpenerContext, findOpener } from './focus.ts'

interface Question {
  readonly title: string
  /** The consequence, with the name of the thing. */
  readonly text: ReactNode
  readonly yes: string
  readonly no?: string
  /** Something is lost permanently. */
  readonly isDanger?: boolean
}

export type Ask = (question: Question) => Promise<boolean>

const AskContext = createContext<Ask | null>(null)

interface Asked {
  readonly id: number
  readonly question: Question
  readonly answer: (yes: boolean) => void
  /** What had the focus: an earlier question may be on screen when this one opens. */
  readonly opener: HTMLElement | null
}

let lastId = 0

/** Mounted once. Any handler can then write `if (!(await confirm({...}))) return`. Questions at once are asked one after another. */
export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Asked[]>([])
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((answer) => {
        const asked = { id: ++lastId, question, answer, opener: findOpener() }
        setWaiting((before) => [...before, asked])
      }),
    [],
  )
  const close = (asked: Asked, yes: boolean) => {
    asked.answer(yes)
    setWaiting((before) => before.filter((each) => each !== asked))
  }

  return (
    <AskContext value={ask}>
      {children}
      {waiting.slice(0, 1).map((asked) => (
        <OpenerContext key={asked.id} value={asked.opener}>
          <ConfirmDialog question={asked.question} onAnswer={(yes) => close(asked, yes)} />
        </OpenerContext>
      ))}
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
function ConfirmDialog({ question: { title, text, yes, no = 'Cancel', isDanger = false }, onAnswer }: DialogProps) {
  const footer = (
    <>
      <Button onClick={() => onAnswer(false)} data-autofocus={isDanger || undefined}>
        {no}
      </Button>
      <Button variant={isDanger ? 'danger' : 'primary'} onClick={() => onAnswer(true)} data-autofocus={!isDanger || undefined}>
        {yes}
      </Button>
    </>
  )
  return <Modal role="alertdialog" size="sm" title={title} description={text} onClose={() => onAnswer(false)} footer={footer} />
}
