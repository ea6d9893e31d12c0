import { useId } from 'react'
import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { Input } from '../controls/input.tsx'
import { Modal } from '../overlay/dialog.tsx'
import { useAskBeforeLoss } from './use-unsaved.ts'

interface Props {
  readonly title: string
  /** What the secret is for, and that it is shown only now. */
  readonly text: string
  /** The name of the secret: 'Invitation link'. */
  readonly label: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a secret that cannot be shown again. Closing it by anything but its button asks first, and so do Back and closing the tab. */
export function ShownOnce({ title, text, label, secret, onClose }: Props) {
  const id = useId()
  // 'API key' keeps its capitals.
  const noun = label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  const askToClose = useAskBeforeLoss({
    title: 'Close without copying it?',
    text: `The ${noun} cannot be shown again.`,
    onClose,
  })
  const done = (
    <Button variant="primary" onClick={onClose}>
      I have copied it
    </Button>
  )
  return (
    <Modal title={title} description={text} onClose={() => void askToClose()} footer={done}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="flex items-center gap-1">
        <Input id={id} readOnly mono value={secret} data-autofocus spellCheck={false} onFocus={(event) => event.target.select()} />
        <CopyButton text={secret} label={`Copy ${noun}`} />
      </div>
    </Modal>
  )
}
