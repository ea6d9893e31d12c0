import { replaceKeyInput, replaceReasons, type ReplaceReason } from '@keydesk/contract'
import { useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { checkWith } from '../../../kit/check-with.ts'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Modal } from '../../../kit/dialog.tsx'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Select } from '../../../kit/select.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { reasonNames, replyText } from './key-words.ts'
import { ReplyText } from './reply-text.tsx'
import { useReplaceKey } from './replace-key-data.ts'
import { inSentence } from '../../../kit/format.ts'

interface Props {
  readonly orderId: number
  readonly keyId: number
  /** Of product and variant. */
  readonly name: string
  readonly onReplaced: () => void
  readonly onClose: () => void
}

interface Values {
  reason: ReplaceReason
  note: string
}

type Step = { readonly is: 'asking' } | { readonly is: 'replaced'; readonly reason: ReplaceReason; readonly value: string | null }

const check = checkWith(replaceKeyInput)
const options = replaceReasons.map((value) => ({ value, label: reasonNames[value] }))

/** Gives a customer another key, then the words to send it with. */
export function ReplaceKeyDialog({ orderId, keyId, name, onReplaced, onClose }: Props) {
  const [step, setStep] = useState<Step>({ is: 'asking' })
  const replace = useReplaceKey(orderId, keyId)

  if (step.is === 'replaced') {
    const done = (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    )
    return (
      <Modal title="Key replaced" description={`Order #${orderId} has a new key for ${inSentence(name)}.`} onClose={onClose} footer={done}>
        {step.value === null ? (
          <p>The new key could not be shown. Reveal the keys of the order to see it.</p>
        ) : (
          <ReplyText text={replyText(step.reason, name, step.value)}>
            <div className="flex items-center gap-2">
              <span className="text-muted">New key</span>
              <code className="min-w-0 font-mono text-table break-all">{step.value}</code>
              <CopyButton text={step.value} label="Copy new key" />
            </div>
          </ReplyText>
        )}
      </Modal>
    )
  }
  return (
    <FormDialog<Values>
      title="Replace key"
      description={`The customer of order #${orderId} gets the oldest key in stock of ${inSentence(name)}. The old key becomes revoked and is never sold again.`}
      submitLabel="Replace key"
      busyLabel="Replacing..."
      initial={{ reason: 'not_working', note: '' }}
      check={check}
      inlineError={(error) => error.said ?? 'Failed to replace key'}
      onSubmit={async ({ reason, note }) => {
        const value = await replace({ reason, note: note.trim() })
        onReplaced()
        setStep({ is: 'replaced', reason, value })
        // The dialog stays, with the reply in it.
        return false
      }}
      onClose={onClose}
    >
      {({ register, watch, setValue, formState: { errors } }) => (
        <>
          <Field label="Reason" error={errors.reason?.message}>
            {(control) => (
              <Select
                {...control}
                value={watch('reason')}
                options={options}
                onChange={(reason) => setValue('reason', reason as ReplaceReason, { shouldDirty: true })}
              />
            )}
          </Field>
          <Field label="Note" helper="For the staff. The customer does not see it." error={errors.note?.message}>
            {(control) => <Textarea {...control} {...register('note')} rows={3} />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
