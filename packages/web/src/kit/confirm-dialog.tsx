import { Button } from './button.tsx'
import type { Question } from './confirm.tsx'
import { Modal } from './dialog.tsx'

interface Props {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
}

export function ConfirmDialog({ question, onAnswer }: Props) {
  const footer = (
    <>
      <Button onClick={() => onAnswer(false)} data-autofocus={question.danger || undefined}>
        {question.no ?? 'Cancel'}
      </Button>
      <Button
        variant={question.danger ? 'danger' : 'primary'}
        onClick={() => onAnswer(true)}
        data-autofocus={question.danger ? undefined : true}
      >
        {question.yes}
      </Button>
    </>
  )
  return (
    <Modal
      role="alertdialog"
      size="sm"
      title={question.title}
      description={question.text}
      onClose={() => onAnswer(false)}
      footer={footer}
    />
  )
}
