import { errorStatus, imageRefusals, imageTypes, limits, mostPixels } from '@keydesk/contract'
import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { useUploadImage } from './data.ts'

/** Statuses that refuse this file. After any other failure it can be sent again. */
const refusedFile = [errorStatus.invalid_input, errorStatus.too_large, errorStatus.unsupported_media] as readonly number[]

/** Choose, drop or paste an image, then upload it. */
export function UploadImage({ productId }: { readonly productId: number }) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const upload = useUploadImage(productId)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)

  const latest = useRef<File>(undefined)

  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined || upload.isPending) return
    latest.current = chosen
    setFile(null)
    const refusal = await refuseImage(chosen)
    // Another file was chosen meanwhile.
    if (latest.current !== chosen) return
    setProblem(refusal)
    setFile(refusal === null ? chosen : null)
  }
  usePastedImage((image) => void choose(image))

  const clear = () => {
    setFile(null)
    // Otherwise the same file could not be chosen again.
    if (picker.current !== null) picker.current.value = ''
  }
  const send = () => {
    if (file === null) return
    setProblem(null)
    upload.mutate(file, {
      onSuccess: clear,
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        const isRefused = refusedFile.includes(error.status)
        setProblem(isRefused ? `${file.name}: ${error.message}` : error.message)
        if (isRefused) clear()
      },
    })
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`flex flex-col gap-3 rounded-control border border-dashed p-4 ${isOver ? 'border-accent bg-hover' : 'border-edge'}`}
    >
      <div>
        <label htmlFor={id} className="mb-1.5 block font-medium">
          Image File
        </label>
        <input
          ref={picker}
          id={id}
          type="file"
          accept={imageTypes.join()}
          disabled={upload.isPending}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={`${id}-helper${problem === null ? '' : ` ${id}-problem`}`}
          onChange={(event) => void choose(event.target.files?.[0])}
          className="control w-full min-w-0 text-table text-muted file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border file:border-edge file:bg-surface file:px-3 file:font-medium file:text-text touch:file:min-h-11"
        />
        <p id={`${id}-helper`} className="mt-1 text-caption text-muted">
          PNG, JPEG, WebP, GIF or AVIF up to 10 MB. Drop and paste work too.
        </p>
        {problem !== null && (
          <p id={`${id}-problem`} role="alert" className="mt-1 text-caption text-red">
            {problem}
          </p>
        )}
      </div>
      <div className="mt-auto flex min-h-11 flex-wrap items-center gap-3">
        <Button icon={<Upload aria-hidden />} disabled={file === null} busy={upload.isPending && 'Uploading...'} onClick={send}>
          Upload Image
        </Button>
        {file !== null && (
          <div className="min-w-40 flex-1">
            {upload.isPending ? (
              <Progress value={upload.percent} label={file.name} />
            ) : (
              <p role="status" className="truncate text-table text-muted">
                {file.name} is ready to upload
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

/** Why a file need not be uploaded, or null. This only saves the upload; the server checks the content. */
async function refuseImage(file: File): Promise<string | null> {
  if (!imageTypes.some((type) => type === file.type)) return imageRefusals.type
  if (file.size > limits.imageBytes) return imageRefusals.tooLarge
  if (file.size === 0) return imageRefusals.empty
  return (await countPixels(file)) > mostPixels(file.type) ? imageRefusals.tooManyPixels(file.type) : null
}

/** 0 for a picture that this browser cannot read; the server may be able to. */
async function countPixels(file: File): Promise<number> {
  try {
    const bitmap = await createImageBitmap(file)
    const pixels = bitmap.width * bitmap.height
    bitmap.close()
    return pixels
  } catch {
    return 0
  }
}

/** Takes an image pasted anywhere on the page, unless the focus is in a text or a dialog is open. */
function usePastedImage(onImage: (file: File) => void): void {
  const take = useEffectEvent(onImage)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const image = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      const target = event.target instanceof Element ? event.target : document.body
      if (image === undefined || target.closest('input, textarea, [contenteditable=true], [role=dialog], [role=alertdialog]') !== null)
        return
      event.preventDefault()
      take(image)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
