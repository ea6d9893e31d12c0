import { Save } from 'lucide-react'
import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef } from 'react'
import { Button } from '../../../kit/button.tsx'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { DecimalInput } from '../../../kit/decimal-input.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { useDraft } from '../../../kit/use-draft.tsx'
import { KeysEditor } from '../keys/keys-editor.tsx'
import type { KeysHandle } from '../keys/keys-handle.ts'
import { joinWords } from '../../../kit/format.ts'
import { AddKeys } from '../stock/add-keys.tsx'
import type { ReportLoose, VariantSteps } from '../use-loose.ts'
import { useReportVariant } from '../use-report-loose.ts'
import { useSaveVariant } from './use-save-variant.ts'
import { useStockChanged } from './use-stock-changed.ts'
import { useVariantForm } from './use-variant-form.ts'
import { editedFields, scalarsOf, variantFields, type VariantBase } from './variant-form.ts'
import { useImportWish, VariantViews } from './variant-views.tsx'
import { useShowKeys } from './variants-data.ts'

interface Props {
  readonly id: number
  /** As it is stored; each refetch brings another. */
  readonly variant: VariantBase
  /** It was never saved, and is not for sale before it is. */
  readonly isDraft: boolean
  /** It was created a moment ago and is meant to be filled in. */
  readonly isNew: boolean
  readonly onLoose: ReportLoose
}

/** An opened variant. */
export function VariantEditor({ id, variant, isDraft, isNew, onLoose }: Props) {
  const keys = useRef<KeysHandle>(null)
  const editing = useVariantForm(variant, keys)
  const { form, base, isEdited } = editing
  const { errors } = form.formState
  // Key values are secrets: they are not kept in the browser.
  const stored = useMemo(() => scalarsOf(base), [base])
  const draft = useDraft({
    thing: `variant:${id}`,
    form,
    base: stored,
    version: base.version,
    except: ['keys'],
    onRestore: editing.restore,
  })
  const saving = useSaveVariant(id, editing, { isDraft, onSaved: draft.saved })
  const steps = useRef<VariantSteps>(null)
  const discard = () => {
    form.clearErrors()
    editing.show(editing.from(), editing.from())
  }
  useImperativeHandle(steps, () => ({ save: saving.save, discard, forget: draft.forget }))
  const edited = joinWords(editedFields(base, form.watch(), editing.areKeysEdited))
  useReportVariant(onLoose, id, { name: base.name, fields: edited, steps })
  const changed = useStockChanged(id, editing)
  const showKeys = useShowKeys(id)
  const [wish, setWish] = useImportWish()
  const focusName = useEffectEvent(() => {
    if (isNew) form.setFocus('name', { shouldSelect: true })
  })
  useEffect(() => focusName(), [])

  // A host of another make knows neither batches nor removed keys.
  const isStocked = base.keysSeen !== undefined
  const hasLimit = base.max_per_order !== undefined

  const editor = (
    <div className="space-y-4">
      {draft.offer}
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
          <Field label="Max per order" required helper="Keys in one order" error={errors.max_per_order?.message}>
            {(attributes) => (
              <Input {...attributes} {...form.register('max_per_order')} type="number" inputMode="numeric" min="1" max="1000" step="1" />
            )}
          </Field>
        )}
        {hasLimit && (
          <Field
            label="Low stock at"
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
        <AddKeys variantId={id} variantName={base.name} onLoose={onLoose} onStored={changed} onImport={(text) => setWish({ text })} />
      )}
      <KeysEditor
        ref={keys}
        initial={base.keys}
        error={errors.keys?.message}
        onEdit={editing.keysEdited}
        // A host of another make records nothing.
        onShow={async () => isStocked && showKeys.mutateAsync()}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isEdited && <p className="text-table text-muted">Not saved yet</p>}
        <Button
          variant="primary"
          icon={<Save aria-hidden />}
          // A draft is published by its first save, whatever was typed.
          disabled={!isEdited && !isDraft}
          busy={saving.isSaving && 'Saving...'}
          onClick={() => void saving.save()}
        >
          Save Variant
        </Button>
      </div>
      {saving.conflict !== null && (
        <ConflictDialog
          what="variant"
          changed={saving.conflict.changed.map((field) => variantFields[field])}
          both={saving.conflict.both.map((field) => variantFields[field])}
          onReload={saving.reload}
          onApply={() => void saving.saveOnTop()}
          onClose={saving.keepEditing}
        />
      )}
    </div>
  )
  if (!isStocked) return editor
  return <VariantViews id={id} name={base.name} keys={base.keys} wish={wish} onWish={setWish} onStored={changed} editor={editor} />
}
