import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../src/kit/controls/button.tsx'
import { useConfirm } from '../src/kit/overlay/confirm.tsx'
import { ConflictDialog } from '../src/kit/form/conflict-dialog.tsx'
import { Modal } from '../src/kit/overlay/dialog.tsx'
import { Drawer } from '../src/kit/overlay/drawer.tsx'
import { Fact, Facts } from '../src/kit/overlay/facts.tsx'
import { Field } from '../src/kit/form/field.tsx'
import { FormDialog } from '../src/kit/form/form-dialog.tsx'
import { Input } from '../src/kit/controls/input.tsx'
import { MenuItem, MenuSeparator } from '../src/kit/overlay/menu-entries.tsx'
import { Menu } from '../src/kit/overlay/menu.tsx'
import { Popover } from '../src/kit/overlay/popover.tsx'
import { toast } from '../src/kit/feedback/toast.tsx'
import { Section, nothing } from './section.tsx'

const names = ['Dialog', 'Form', 'Conflict', 'Drawer'] as const
type Name = (typeof names)[number]
const words = Array.from({ length: 30 }, (_, line) => <p key={line}>Line {line + 1} of what scrolls between head and footer.</p>)

/** Dialogs, drawers and menus, each opened by a button. */
export function Overlays() {
  const [open, setOpen] = useState<Name | null>(null)
  const [isPopped, setPopped] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const confirm = useConfirm()
  const question = {
    title: 'Delete Northlight?',
    text: '12 unsold keys will be deleted; 340 sold keys stay with their orders.',
    yes: 'Delete',
  }
  return (
    <Section name="Overlays">
      {names.map((name) => (
        <Button key={name} onClick={() => setOpen(name)}>
          {name}
        </Button>
      ))}
      <Button onClick={() => void confirm({ ...question, isDanger: true })}>Confirm</Button>
      <button ref={anchor} type="button" onClick={() => setPopped(true)}>
        Popover
      </button>
      {isPopped && (
        <Popover anchor={anchor} onClose={() => setPopped(false)} className="p-3">
          What floats beside its button.
        </Popover>
      )}
      <Menu button="Menu">
        <MenuItem icon={<Pencil aria-hidden />} onSelect={nothing}>
          Edit
        </MenuItem>
        <MenuItem disabled onSelect={nothing}>
          Disabled
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDanger icon={<Trash2 aria-hidden />} onSelect={nothing}>
          Delete
        </MenuItem>
      </Menu>
      <Button onClick={() => toast.success('Saved')}>Toast of success</Button>
      <Button onClick={() => toast.error('Failed to save')}>Toast of failure</Button>
      {open !== null && overlay(open, () => setOpen(null))}
    </Section>
  )
}

function overlay(name: Name, onClose: () => void): ReactNode {
  const footer = <Button onClick={onClose}>Close it</Button>
  switch (name) {
    case 'Dialog':
      return (
        <Modal title="Dialog" description="A line about it." footer={footer} onClose={onClose}>
          {words}
        </Modal>
      )
    case 'Form':
      return (
        <FormDialog
          title="Form"
          submitLabel="Save"
          initial={{ name: '' }}
          check={(values): Record<string, string> => (values.name === '' ? { name: 'Name is required' } : {})}
          onSubmit={() => Promise.resolve()}
          onClose={onClose}
        >
          {({ register, formState: { errors } }) => (
            <Field label="Name" required error={errors.name?.message}>
              {(control) => <Input {...control} {...register('name')} />}
            </Field>
          )}
        </FormDialog>
      )
    case 'Conflict':
      return (
        <ConflictDialog
          what="product"
          changed={['Name', 'Price']}
          both={[{ name: 'Price', theirs: '$12.00', mine: '$10.00' }]}
          onReload={onClose}
          onApply={onClose}
          onClose={onClose}
        />
      )
    case 'Drawer':
      return (
        <Drawer title="Drawer" description="A line about it." isBesidePage footer={footer} onClose={onClose}>
          <Facts>
            <Fact name="Ordered">Nov 25, 2026, 7:43:09 PM</Fact>
          </Facts>
          {words}
        </Drawer>
      )
  }
}
