import { type VariantSummary, variantLabels } from '@keydesk/contract'
import { getRouteApi } from '@tanstack/react-router'
import { Save } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '../../../kit/controls/button.tsx'
import { DecimalInput } from '../../../kit/controls/decimal-input.tsx'
import { Input } from '../../../kit/controls/input.tsx'
import { Segmented } from '../../../kit/controls/segmented.tsx'
import { lazyDialog, lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../../kit/feedback/loaded.tsx'
import { Skeleton, SkeletonLines } from '../../../kit/feedback/loading.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { useFocusProblem } from '../../../kit/form/form-check.ts'
import { ConflictDialog, useEditedFields } from '../../../kit/form/use-editing.ts'
import { joinWords } from '../../../kit/text/format.ts'
import { useSetSearchParams } from '../../../kit/search-params.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import { ThingHistory } from '../../history/parts.tsx'
import { type ReportUnsaved, type VariantSteps, useReportVariant } from '../editor/unsaved.ts'
import { AddKeys } from '../stock/add-keys.tsx'
import type { StockChanged } from '../stock/import-data.ts'
import { splitLines } from '../stock/key-text.ts'
import { KeysEditor, type KeysHandle } from '../stock/keys-editor.tsx'
import { useShowKeys, useVariant } from './data.ts'
import type { VariantBase, VariantForm } from './form.ts'
import { useStockChanged, useVariantForm } from './use-variant-form.ts'

interface OpenedVariantProps {
  readonly summary: VariantSummary
  /** Just created by Add Variant: gets the focus. */
  readonly isNew: boolean
  readonly onUnsaved: ReportUnsaved
  /** Opens the row: a save has marked fields in it. */
  readonly onProblem: () => void
}

/** Fetches the keys of a variant when its row is opened. */
export function OpenedVariant({ summary, ...rest }: OpenedVariantProps) {
  const { inline, query } = useVariant(summary)
  const editor = (variant: VariantBase) => <VariantEditor id={summary.id} variant={variant} isDraft={summary.is_draft === true} {...rest} />
  if (inline !== undefined) return editor(inline)
  return (
    <Loaded query={query} failure="Failed to fetch variant" skeleton={<VariantSkeleton />}>
      {editor}
    </Loaded>
  )
}

const VariantSkeleton = () => (
  <div className="space-y-4">
    <div className="grid gap-4 pt-6 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
    <Skeleton className="mt-10 h-56" />
  </div>
)

interface VariantEditorProps extends Omit<OpenedVariantProps, 'summary'> {
  readonly id: number
  /** The stored variant, replaced by each refetch. */
  readonly variant: VariantBase
  /** Never saved, so it is not for sale yet. */
  readonly isDraft: boolean
}

/** An opened variant. */
function VariantEditor({ id, variant, isDraft, isNew, onUnsaved, onProblem }: VariantEditorProps) {
  const keys = useRef<KeysHandle>(null)
  const editing = useVariantForm(id, variant, keys, { isDraft })
  const { form, base, discard, forget } = editing
  const { view, show } = useVariantView(id)
  const focusProblem = useFocusProblem(`#variant-${id}`)
  const save = async () => {
    if (await editing.save()) return true
    // The save bar is pressed while the row is closed or shows another view.
    if ((Object.keys(base.values) as (keyof VariantForm)[]).some((field) => form.getFieldState(field).invalid)) {
      onProblem()
      if (view !== 'keys') await show('keys')
      focusProblem()
    }
    return false
  }
  const { errors } = form.formState
  const edited = useEditedFields(editing)
  const isEdited = edited.length > 0
  const steps = useRef<VariantSteps>(null)
  useImperativeHandle(steps, () => ({ save, discard, forget }))
  const fields = joinWords(edited.map((field) => variantLabels[field]))
  useReportVariant(onUnsaved, id, { name: base.values.name, fields, steps })
  const changed = useStockChanged(id, editing)
  const showKeys = useShowKeys(id)
  const [wish, setWish] = useState<ImportWish | null>(null)
  const focusName = useEffectEvent(() => {
    if (isNew) form.setFocus('name', { shouldSelect: true })
  })
  useEffect(() => focusName(), [])

  // A foreign host has neither batches nor removed keys.
  const isStocked = base.row.keysSeen !== undefined
  const hasLimit = base.values.max_per_order !== undefined

  const editor = (
    <div className="space-y-4">
      {editing.offer}
      {isDraft && (
        <p role="note" className="rounded-control border border-border bg-surface px-3 py-2 text-table">
          <strong className="font-medium">Draft.</strong> Not for sale and not announced before its first save.
        </p>
      )}
      <div
        className={
          hasLimit
            ? 'grid gap-4 sm:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_9rem_9rem_16rem]'
            : 'grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]'
        }
      >
        <Field label="Variant Name" required error={errors.name?.message} className={hasLimit ? 'sm:max-lg:col-span-3' : undefined}>
          {(attributes) => <Input {...attributes} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Field label="Variant Price" required helper="US dollars" error={errors.price?.message}>
          {(attributes) => <DecimalInput {...attributes} {...form.register('price')} />}
        </Field>
        {hasLimit && (
          <Field label={variantLabels.max_per_order} required helper="Keys in one order" error={errors.max_per_order?.message}>
            {(attributes) => (
              <Input {...attributes} {...form.register('max_per_order')} type="number" inputMode="numeric" min="1" max="1000" step="1" />
            )}
          </Field>
        )}
        {hasLimit && (
          <Field
            label={variantLabels.low_stock_threshold}
            helper="You are warned at this many keys or fewer, and always when they last less than 7 days."
            error={errors.low_stock_threshold?.message}
          >
            {(attributes) => (
              <Input {...attributes} {...form.register('low_stock_threshold')} type="number" inputMode="numeric" min="0" step="1" />
            )}
          </Field>
        )}
      </div>
      {isStocked && (
        <AddKeys
          variantId={id}
          variantName={base.values.name}
          onUnsaved={onUnsaved}
          onStored={changed}
          onImport={(text) => setWish({ text })}
        />
      )}
      <KeysEditor
        ref={keys}
        initial={base.values.keys}
        error={errors.keys?.message}
        onEdit={editing.textTyped}
        // A foreign host does not record it.
        onShow={async () => isStocked && showKeys.mutateAsync()}
      />
      {editing.problem !== null && (
        <Notice role="alert" tone="red">
          {editing.problem}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isEdited && <p className="text-table text-muted">Not saved yet</p>}
        <Button
          variant="primary"
          icon={<Save aria-hidden />}
          // The first save publishes a draft, even without edits.
          disabled={!isEdited && !isDraft}
          busy={editing.isSaving && 'Saving...'}
          onClick={() => void save()}
        >
          Save Variant
        </Button>
      </div>
      {editing.conflict && <ConflictDialog {...editing.conflict} />}
    </div>
  )
  if (!isStocked) return editor
  return (
    <VariantViews id={id} name={base.values.name} keys={base.values.keys} wish={wish} onWish={setWish} onStored={changed} editor={editor} />
  )
}

const StockView = lazyPart(async () => (await import('../stock/view.tsx')).StockView, <SkeletonLines lines={6} />)
const ImportDialog = lazyDialog('Import keys', async () => (await import('../stock/import-dialog.tsx')).ImportDialog)

/** A press of Import. `text` is a paste that was too long for the box. */
interface ImportWish {
  readonly text?: string
}

interface VariantViewsProps {
  readonly id: number
  readonly name: string
  /** The stored keys, one per line. */
  readonly keys: string
  /** Held by the caller, because both views have the Import button. */
  readonly wish: ImportWish | null
  readonly onWish: (wish: ImportWish | null) => void
  readonly onStored: StockChanged
  readonly editor: ReactNode
}

/** The views of a variant: its fields and list of keys, its stock with imports and removed keys, and its history. */
function VariantViews({ id, name, keys, wish, onWish, onStored, editor }: VariantViewsProps) {
  const { view, show } = useVariantView(id)
  const hasHistory = useIsOwnHost()
  return (
    <div className="space-y-4">
      <Segmented
        label={`View of ${name}`}
        value={view}
        options={hasHistory ? [...options, historyOption] : options}
        onChange={(next) => void show(next as VariantView)}
      />
      {/* Stays mounted, so that opening another view loses no edit. */}
      <div hidden={view !== 'keys'}>{editor}</div>
      {view === 'stock' && (
        <StockView variantId={id} values={keys === '' ? [] : splitLines(keys)} onImport={() => onWish({})} onStored={onStored} />
      )}
      {view === 'history' && hasHistory && <ThingHistory kind="variant" id={id} />}
      {wish !== null && (
        <ImportDialog variantId={id} variantName={name} text={wish.text} onStored={onStored} onClose={() => onWish(null)} />
      )}
    </div>
  )
}

const options = [
  { value: 'keys', label: 'Edit' },
  { value: 'stock', label: 'Stock' },
]

const historyOption = { value: 'history', label: 'History' }

type VariantView = 'keys' | 'stock' | 'history'

const route = getRouteApi('/frame/products/$id')

/** The view of a variant in the address: `?variant=12&view=stock`. */
function useVariantView(id: number) {
  const { variant, view = 'keys' } = route.useSearch()
  const change = useSetSearchParams()
  return {
    view: variant === id ? view : 'keys',
    show: (next: VariantView) => change({ variant: id, view: next === 'keys' ? undefined : next }),
  }
}
