import { Film } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import type { useMediaActions } from './media-data.ts'

/** A video by its address. What is wrong with it is said by the server's refusal (spec section 5). */
export function AddVideo({ add }: { readonly add: ReturnType<typeof useMediaActions>['addVideo'] }) {
  const [url, setUrl] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() !== '' && !add.isPending) add.mutate(url.trim(), { onSuccess: () => setUrl('') })
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3 rounded-control border border-dashed border-edge p-4">
      <Field label="Video URL" helper="A Vimeo address, with its privacy hash if it has one.">
        {(control) => (
          <Input
            {...control}
            mono
            inputMode="url"
            autoComplete="off"
            placeholder="https://vimeo.com/76979871"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <div className="mt-auto flex min-h-11 items-center">
        <Button type="submit" icon={<Film aria-hidden />} disabled={url.trim() === ''} busy={add.isPending && 'Adding...'}>
          Add Video
        </Button>
      </div>
    </form>
  )
}
