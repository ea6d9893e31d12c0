import type { Editor } from '@tiptap/react'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Input } from '../../../kit/input.tsx'
import { isAllowedImage } from './extensions.ts'

interface Props {
  readonly editor: Editor
  readonly onClose: () => void
}

/** An image by its address. It is fetched by whoever reads the text, so only addresses that a browser fetches. */
export function ImageDialog({ editor, onClose }: Props) {
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
          <Field label="Description" helper="For readers who cannot see it. Leave it empty for a picture that says nothing.">
            {(control) => <Input {...control} {...register('alt')} autoComplete="off" />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
