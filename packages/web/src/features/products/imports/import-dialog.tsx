import { keyImportInput } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { useUpload } from '../../../api/context.tsx'
import { checkWith } from '../../../kit/check-with.ts'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { inSentence, plural } from '../../../kit/format.ts'
import { Input } from '../../../kit/input.tsx'
import { Progress } from '../../../kit/progress.tsx'
import { ImportPreview } from './import-preview.tsx'
import { previewQuery, useImportKeys } from './imports-data.ts'
import { Sending } from './sending.tsx'
import { SourcePicker } from './source-picker.tsx'
import { SourceSettings } from './source-settings.tsx'
import { useKeySource, type KeySourceState, type ReadSource } from './use-key-source.ts'

interface Props {
  readonly variantId: number
  readonly variantName: string
  /** A paste that was too long for the box it was meant for. */
  readonly text?: string
  /** The stock has changed. */
  readonly onStored: () => Promise<unknown>
  readonly onClose: () => void
}

interface Values {
  name: string
  supplier: string
}

const { name, supplier } = keyImportInput.shape
const check = checkWith(z.object({ name, supplier }))

/** Brings a file or a paste of keys into the stock: read, understood, previewed line by line, then stored as one batch. */
export function ImportDialog({ variantId, variantName, text, onStored, onClose }: Props) {
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
  const count = lines === null ? 0 : (preview.data?.counts.new ?? 0)

  return (
    <FormDialog<Values>
      title={`Import keys into ${inSentence(variantName)}`}
      description="Only keys that are new to the shop are stored, at the end of the stock."
      submitLabel={count === 0 ? 'Import keys' : `Import ${plural(count, 'key')}`}
      busyLabel="Importing..."
      initial={{ name: '', supplier: '' }}
      check={check}
      isReady={() => count > 0}
      onSubmit={(values) => store.mutateAsync({ ...values, lines: lines! })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Source state={state} />
          {source.is === 'read' && lines !== null && (
            <>
              <ImportPreview query={preview} lines={lines} sent={compared} />
              <BatchFields form={form} suggested={source.name ?? 'Pasted keys'} />
            </>
          )}
          {store.isPending && (
            <Sending percent={store.sent} sending={`Sending ${plural(count, 'key')}`} waiting={`Storing ${plural(count, 'key')}...`} />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** While it is read anew, nobody knows. */
const hasKeys = ({ percent, lines }: ReadSource) => percent === null && lines.starts.length > 0

function Source({ state }: { readonly state: KeySourceState }) {
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
      <SourcePicker onFile={state.readFile} onPaste={state.readPaste} />
    </>
  )
}

const Refused = ({ reason }: { readonly reason: string }) => (
  <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-2 break-words text-red">
    {reason}
  </p>
)

/** How the batch is called, which its file suggests, and who sold it. */
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
