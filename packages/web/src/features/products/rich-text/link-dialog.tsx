import { richText } from '@keydesk/contract'
import type { Editor } from '@tiptap/react'
import { Unlink } from 'lucide-react'
import { Button } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Input } from '../../../kit/input.tsx'
import { toLink } from './extensions.ts'

interface Props {
  readonly editor: Editor
  readonly onClose: () => void
}

const refused = `Enter an address. Allowed are ${richText.linkSchemes.join(', ')}, or none for ${richText.defaultScheme}.`

/** Links the selection, or changes and removes the link under the cursor. Without a selection the address becomes the text. */
export function LinkDialog({ editor, onClose }: Props) {
  const current: unknown = editor.getAttributes('link').href
  const isLinked = typeof current === 'string'

  const save = async ({ href: typed }: { href: string }) => {
    const href = toLink(typed)
    if (href === null) return
    const chain = editor.chain().extendMarkRange('link')
    if (editor.state.selection.empty && !isLinked)
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
  }
  const unlink = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <FormDialog
      title={isLinked ? 'Edit Link' : 'Add Link'}
      submitLabel="Save Link"
      initial={{ href: isLinked ? current : '' }}
      check={({ href }) => (toLink(href) === null ? { href: refused } : {})}
      onSubmit={save}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <Field label="Address" required error={errors.href?.message} helper="Without a scheme it becomes http://">
            {(control) => (
              <Input {...control} {...register('href')} mono placeholder="https://example.com" autoComplete="off" inputMode="url" />
            )}
          </Field>
          {isLinked && (
            <Button size="sm" icon={<Unlink aria-hidden />} onClick={unlink}>
              Remove link
            </Button>
          )}
        </>
      )}
    </FormDialog>
  )
}
