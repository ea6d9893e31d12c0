import { richText } from '@keydesk/contract'
import type { Editor } from '@tiptap/react'
import { Unlink } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { Input } from '../controls/input.tsx'
import { Field } from '../form/field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { isAllowedImage, toLink } from './extensions.ts'

interface LinkDialogProps {
  readonly editor: Editor
  readonly onClose: () => void
}

const refused = `Enter a valid address. Its scheme can be ${richText.linkSchemes.join(', ')}, or none for ${richText.defaultScheme}.`

/** Links the selection, or changes or removes the link at the cursor. If nothing is selected, the address becomes the text. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
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

interface ImageDialogProps {
  readonly editor: Editor
  readonly onClose: () => void
}

/** Adds an image by its address. Readers' browsers fetch it, so only http and https are allowed. */
export function ImageDialog({ editor, onClose }: ImageDialogProps) {
  return (
    <FormDialog
      title="Add Image"
      submitLabel="Add Image"
      initial={{ src: '', alt: '' }}
      check={({ src }) => (isAllowedImage(src) ? {} : { src: 'Enter an address that begins with http:// or https://' })}
      onSubmit={async ({ src, alt }) => void editor.chain().setImage({ src: src.trim(), alt: alt.trim() }).run()}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <Field label="Address" required error={errors.src?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('src')}
                mono
                placeholder="https://example.com/picture.png"
                autoComplete="off"
                inputMode="url"
              />
            )}
          </Field>
          <Field label="Description" helper="For people who cannot see it. Leave it empty for a decorative picture.">
            {(control) => <Input {...control} {...register('alt')} autoComplete="off" />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
