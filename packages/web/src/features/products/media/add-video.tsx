import { Film } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import type { useMediaActions } from './media-data.ts'

/** A video by its address. The server says what is wrong with it. */
export function AddVideo({ add }: { readonly add: ReturnType<typeof useMediaActions>['addVideo'] }) {
  const { register, handleSubmit, control, getValues, reset } = useForm({ defaultValues: { url: '' } })
  const isBlank = useWatch({ control, name: 'url' }).trim() === ''
  const submit = handleSubmit(({ url }) => {
    if (!isBlank && !add.isPending) add.mutate(url.trim(), { onSuccess: () => url === getValues('url') && reset() })
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 rounded-control border border-dashed border-edge p-4">
      <Field label="Video URL" helper="A Vimeo address, with its privacy hash if it has one.">
        {(attributes) => (
          <Input {...attributes} {...register('url')} mono inputMode="url" autoComplete="off" placeholder="https://vimeo.com/76979871" />
        )}
      </Field>
      <div className="mt-auto flex min-h-11 items-center">
        <Button type="submit" icon={<Film aria-hidden />} disabled={isBlank} busy={add.isPending && 'Adding...'}>
          Add Video
        </Button>
      </div>
    </form>
  )
}
