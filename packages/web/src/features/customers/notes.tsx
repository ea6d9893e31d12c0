import { type Customer, type CustomerNote, customerNoteInput } from '@keydesk/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/controls/button.tsx'
import { Textarea } from '../../kit/controls/input.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { DrawerSection } from '../../kit/overlay/drawer.tsx'
import { useFocusRefuge } from '../../kit/overlay/focus.ts'
import { DateText } from '../../kit/text/date-text.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { useAddNote, useRemoveNote } from './data.ts'

interface Props {
  readonly named: string
  readonly customer: Customer
}

/** Notes of the staff about a customer, newest first. */
export function CustomerNotes({ named, customer: { email, notes } }: Props) {
  const [isAdding, setAdding] = useState(false)
  const mayWrite = useMay()('customers:write')
  const list = useFocusRefuge()
  if (!mayWrite && notes.length === 0) return null
  const add = (
    <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      Add note
    </Button>
  )
  return (
    <DrawerSection title="Notes" actions={mayWrite && add}>
      <div ref={list} tabIndex={-1}>
        {notes.length === 0 ? (
          <p className="text-muted">No notes yet. Customers do not see notes.</p>
        ) : (
          <Card>
            <ul aria-label="Notes" className="divide-y divide-border">
              {notes.map((note) => (
                <Note key={note.id} note={note} named={named} isRemovable={mayWrite && note.can_delete} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      {isAdding && <AddNoteDialog named={named} email={email} notes={notes} onClose={() => setAdding(false)} />}
    </DrawerSection>
  )
}

interface NoteProps {
  readonly note: CustomerNote
  readonly named: string
  readonly isRemovable: boolean
}

function Note({ note: { id, text, author, created_at }, named, isRemovable }: NoteProps) {
  const confirm = useConfirm()
  const remove = useRemoveNote(named)
  const ask = async () => {
    const question = { title: 'Delete this note?', text: 'This cannot be undone.', yes: 'Delete', isDanger: true }
    if (await confirm(question)) remove.mutate(id)
  }
  return (
    <li className="flex items-start gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 py-1">
        <p className="break-words whitespace-pre-wrap">{text}</p>
        <p className="mt-1 text-caption text-muted">
          {author}, <DateText at={created_at} as="time" none="-" />
        </p>
      </div>
      {isRemovable && (
        <IconButton label="Delete note" variant="danger" icon={<Trash2 aria-hidden />} busy={remove.isPending} onClick={() => void ask()} />
      )}
    </li>
  )
}

interface AddProps {
  readonly named: string
  readonly email: string
  readonly notes: readonly CustomerNote[]
  readonly onClose: () => void
}

const check = checkWith(customerNoteInput)

function AddNoteDialog({ named, email, notes, onClose }: AddProps) {
  const add = useAddNote(named, notes)
  // The note is about this customer, even if the email of the order changes meanwhile.
  const [about] = useState(email)
  return (
    <FormDialog
      title="Add note"
      description={`About ${about}. Customers do not see notes.`}
      submitLabel="Add note"
      initial={{ email: about, text: '' }}
      draft={{ thing: `note:${named}` }}
      check={check}
      onSubmit={(note) => add.mutateAsync(note)}
      onClose={onClose}
    >
      {({ register, formState }) => (
        <Field label="Note" required error={formState.errors.text?.message}>
          {(control) => <Textarea {...control} {...register('text')} rows={5} />}
        </Field>
      )}
    </FormDialog>
  )
}
