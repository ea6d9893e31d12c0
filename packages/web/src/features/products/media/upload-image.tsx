import { imageRefusals, imageTypes, limits, mostPixels } from '@keydesk/contract'
import { RotateCw, Upload, X } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../../../kit/controls/button.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { useFocusRefuge } from '../../../kit/overlay/focus.ts'
import { type ReportUnsaved, useReportUnsaved } from '../editor/unsaved.ts'
import { type UploadItem, useUploads } from './use-uploads.ts'

interface UploadImageProps {
  readonly productId: number
  readonly onUnsaved: ReportUnsaved
}

/** Choose, drop or paste images, then upload them, each with its own progress and failure. */
export function UploadImage({ productId, onUnsaved }: UploadImageProps) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { items, isSending, add, remove, send } = useUploads(productId, refuseImage)
  const [isOver, setOver] = useState(false)
  const ready = items.filter(({ state }) => state.is === 'ready').length
  const isUnsaved = items.some(({ state }) => state.is !== 'refused')
  useReportUnsaved(onUnsaved, { id: `images-${productId}`, panel: 'Media', name: 'chosen images that were not uploaded', isUnsaved })
  const hasProblem = items.some(({ state }) => state.is === 'refused' || state.is === 'failed')
  usePastedImages((files) => void add(files))
  const box = useFocusRefuge()

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void add([...event.dataTransfer.files])
  }
  const choose = (files: FileList | null) => {
    const chosen = [...(files ?? [])]
    // Otherwise the same file could not be chosen again.
    if (picker.current !== null) picker.current.value = ''
    void add(chosen)
  }
  const sendAll = () => {
    const pressed = document.activeElement
    send(undefined, () => {
      // The button gets disabled, so the focus moves to the field, unless the person has moved it already.
      if ([pressed, document.body].includes(document.activeElement)) picker.current?.focus({ preventScroll: true })
    })
  }

  return (
    <div
      ref={box}
      tabIndex={-1}
      onDragOver={(event) => {
        // An image of the list below is dragged to another place.
        if (!event.dataTransfer.types.includes('Files')) return
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
          multiple
          accept={imageTypes.join()}
          aria-invalid={hasProblem || undefined}
          aria-describedby={`${id}-helper${hasProblem ? ` ${id}-files` : ''}`}
          onChange={(event) => choose(event.target.files)}
          // Without the browser's own text, which would stay 'No file chosen': `choose` empties the input.
          className="control w-full min-w-0 text-table text-transparent file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border file:border-edge file:bg-surface file:px-3 file:font-medium file:text-text touch:file:min-h-11"
        />
        <p id={`${id}-helper`} className="mt-1 text-caption text-muted">
          PNG, JPEG, WebP, GIF or AVIF up to 10 MB, one or several. Drop and paste work too.
        </p>
      </div>
      {items.length > 0 && (
        <ul id={`${id}-files`} aria-label="Chosen images" className="space-y-2">
          {items.map((item) => (
            <UploadRow key={item.id} item={item} isBusy={isSending} onRetry={() => send([item.id])} onRemove={() => remove(item.id)} />
          ))}
        </ul>
      )}
      <div className="mt-auto flex min-h-11 items-center">
        <Button icon={<Upload aria-hidden />} disabled={ready === 0} busy={isSending && 'Uploading...'} onClick={sendAll}>
          {ready > 1 ? `Upload ${ready} Images` : 'Upload Image'}
        </Button>
      </div>
    </div>
  )
}

interface UploadRowProps {
  readonly item: UploadItem
  /** Some file is being sent. */
  readonly isBusy: boolean
  readonly onRetry: () => void
  readonly onRemove: () => void
}

function UploadRow({ item: { file, state }, isBusy, onRetry, onRemove }: UploadRowProps) {
  if (state.is === 'sending')
    return (
      <li className="min-h-9 content-center">
        <Progress value={state.percent} label={file.name} />
      </li>
    )
  return (
    <li className="flex min-h-9 items-center gap-1">
      <div className="min-w-0 flex-1 text-table">
        {state.is === 'ready' ? (
          <p role="status" className="truncate text-muted">
            {file.name} is ready to upload
          </p>
        ) : (
          <>
            <p className="truncate">{file.name}</p>
            <p role="alert" className="text-caption text-red">
              {state.problem}
            </p>
          </>
        )}
      </div>
      {state.is === 'failed' && (
        <IconButton label={`Try ${file.name} again`} icon={<RotateCw aria-hidden />} disabled={isBusy} onClick={onRetry} />
      )}
      <IconButton label={`Remove ${file.name}`} icon={<X aria-hidden />} disabled={isBusy} onClick={onRemove} />
    </li>
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

/** Takes images pasted anywhere on the page, unless the focus is in a text or a dialog is open. */
function usePastedImages(onImages: (files: File[]) => void): void {
  const take = useEffectEvent(onImages)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const images = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      const target = event.target instanceof Element ? event.target : document.body
      if (images.length === 0 || target.closest('input, textarea, [contenteditable=true], [role=dialog], [role=alertdialog]') !== null)
        return
      event.preventDefault()
      take(images)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
