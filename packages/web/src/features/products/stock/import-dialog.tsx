import { inSentence, keyImportInput } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { type ChangeEvent, type ClipboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useUpload } from '../../../api/context.tsx'
import { Button } from '../../../kit/controls/button.tsx'
import { FileDrop } from '../../../kit/controls/file-drop.tsx'
import { Input, Textarea } from '../../../kit/controls/input.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { checkWith } from '../../../kit/form/form-check.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { plural } from '../../../kit/text/format.ts'
import { useMay } from '../../../session/session-provider.tsx'
import { type CostForm, CostField, checkCost, noCost, toCost } from './batch-cost.tsx'
import { previewQuery, useImportKeys } from './import-data.ts'
import { ImportPreview, Sending } from './import-preview.tsx'
import { SourceSettings } from './import-settings.tsx'
import { isLarge } from './key-text.ts'
import { type KeySourceState, type ReadSource, useKeySource } from './use-key-source.ts'

interface ImportDialogProps {
  readonly variantId: number
  readonly variantName: string
  /** A paste that was too long for the box Add keys. */
  readonly text?: string
  /** Called after the stock has changed. */
  readonly onStored: () => Promise<unknown>
  readonly onClose: () => void
}

interface Values extends CostForm {
  name: string
  supplier: string
  /** What is typed in place of a file, so that it is not lost unasked. */
  text: string
}

const { name, supplier } = keyImportInput.shape
const checkNames = checkWith(z.object({ name, supplier }))
const check = (values: Values) => ({ ...checkNames(values), ...checkCost(values) })

/** Imports a file or a paste of keys: reads it, previews every line, then stores it as one batch. */
export function ImportDialog({ variantId, variantName, text, onStored, onClose }: ImportDialogProps) {
  const upload = useUpload()
  const state = useKeySource()
  const { source } = state
  const readGiven = useEffectEvent(() => {
    if (text !== undefined) state.readPaste(text)
  })
  useEffect(() => readGiven(), [])
  const lines = source.is === 'read' && hasKeys(source) ? source.lines : null
  const [compared, setCompared] = useState(0)
  const sourceName = `${useId()}${source.is === 'read' ? source.round : 0}`
  const preview = useQuery({ ...previewQuery(upload, variantId, sourceName, lines, setCompared), enabled: lines !== null })
  const store = useImportKeys(variantId, onStored)
  const seesBooks = useMay()('payouts:read')
  const count = lines === null ? 0 : (preview.data?.counts.new ?? 0)

  return (
    <FormDialog<Values>
      title={`Import keys into ${inSentence(variantName)}`}
      description="Only keys that are new to the shop, or were removed from this variant, are stored."
      submitLabel={count === 0 ? 'Import keys' : `Import ${plural(count, 'key')}`}
      busyLabel="Importing..."
      initial={{ name: '', supplier: '', text: '', ...noCost }}
      check={check}
      isReady={() => count > 0}
      onSubmit={async (values) => {
        const batch = { name: values.name, supplier: values.supplier, ...toCost(values), lines: lines! }
        return (await store.mutateAsync(batch)) !== 'stopped'
      }}
      onStop={store.stop}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Source state={state} form={form} />
          {source.is === 'read' && lines !== null && (
            <>
              <ImportPreview query={preview} lines={lines} sent={compared} />
              <BatchFields form={form} suggested={source.name ?? 'Pasted keys'} />
              {seesBooks && <CostField form={form as unknown as UseFormReturn<CostForm>} count={count} />}
            </>
          )}
          {store.isPending && (
            <div className="space-y-1">
              <Sending percent={store.sent} sending={`Sending ${plural(count, 'key')}`} waiting={`Storing ${plural(count, 'key')}...`} />
              {store.stop && (
                <p className="text-caption text-muted">
                  {store.sent < 100
                    ? 'You can cancel it: nothing is stored before all keys are sent.'
                    : 'You can stop waiting. All keys are sent and may be stored all the same: look at the stock.'}
                </p>
              )}
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** False while the text is parsed again. */
const hasKeys = ({ percent, lines }: ReadSource) => percent === null && lines.starts.length > 0

interface SourceProps {
  readonly state: KeySourceState
  readonly form: UseFormReturn<Values>
}

function Source({ state, form }: SourceProps) {
  const { source } = state
  if (source.is === 'reading') return <Progress value={source.percent} label={`Reading ${source.name ?? 'the text'}`} />
  if (source.is === 'read') {
    return (
      <>
        <SourceSettings source={source} state={state} />
        {source.percent === null && source.lines.starts.length === 0 && <Refused reason={`${source.name ?? 'The text'} has no keys.`} />}
      </>
    )
  }
  return (
    <>
      {source.is === 'refused' && <Refused reason={source.reason} />}
      <SourcePicker state={state} form={form} />
    </>
  )
}

const Refused = ({ reason }: { readonly reason: string }) => (
  <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-2 break-words text-red">
    {reason}
  </p>
)

/** The name of the batch, suggested by its file, and its supplier. */
function BatchFields({ form, suggested }: { readonly form: UseFormReturn<Values>; readonly suggested: string }) {
  const { errors } = form.formState
  const suggest = useEffectEvent((text: string) => {
    if (!form.getFieldState('name').isTouched) form.setValue('name', text.slice(0, 200), { shouldDirty: true })
  })
  useEffect(() => suggest(suggested), [suggested])
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Batch name" required error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field label="Supplier" helper="A note for the staff" error={errors.supplier?.message}>
        {(control) => <Input {...control} {...form.register('supplier')} autoComplete="off" />}
      </Field>
    </div>
  )
}

/** Text that comes in one piece, into an empty box, is read at once. Typed text is not: nobody knows when it ends. */
const inOnePiece = ['insertFromPaste', 'insertFromDrop']

/** Chooses the source of the keys: a chosen or dropped file, or a text. */
function SourcePicker({ state, form }: SourceProps) {
  const { register, setValue, control } = form
  const text = useWatch({ control, name: 'text' })
  /** @param typed the text that stays in the box, for the next look at it */
  const readPiece = (piece: string, typed: string) => {
    setValue('text', typed)
    state.readPaste(piece)
  }
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    // Beside typed text a piece waits for the button, so that both stay. `text` is from before this change.
    const isAlone = text.trim() === '' && target.value.trim() !== ''
    if (isAlone && inOnePiece.includes((nativeEvent as InputEvent).inputType)) readPiece(target.value, '')
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const [before, after] = [value.slice(0, selectionStart), value.slice(selectionEnd)]
    const whole = before + event.clipboardData.getData('text') + after
    if (!isLarge(whole)) return
    // 100,000 lines in a textarea would freeze the page.
    event.preventDefault()
    readPiece(whole, before + after)
  }

  return (
    <>
      <FileDrop isFirst label="Key file" accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values" onFile={state.readFile}>
        CSV, TXT or TSV, up to 250,000 lines. You can also drop it here.
      </FileDrop>
      <div className="space-y-2">
        <Field label="Or paste them" helper="One key per line, or cells from a spreadsheet. A paste into the empty box is read at once.">
          {(attributes) => (
            <Textarea
              {...attributes}
              {...register('text', { onChange })}
              mono
              rows={4}
              spellCheck={false}
              autoComplete="off"
              wrap="off"
              onPaste={onPaste}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button size="sm" icon={<ListChecks aria-hidden />} disabled={text.trim() === ''} onClick={() => state.readPaste(text)}>
            Read these keys
          </Button>
        </div>
      </div>
    </>
  )
}
