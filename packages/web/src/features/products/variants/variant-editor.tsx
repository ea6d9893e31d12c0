import { Save } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../kit/button.tsx'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { Field } from '../../../kit/field.tsx'
import { Input } from '../../../kit/input.tsx'
import { KeysEditor } from '../keys/keys-editor.tsx'
import type { KeysHandle } from '../keys/keys-handle.ts'
import type { ReportLoose } from '../use-loose.ts'
import { useReportLoose } from '../use-report-loose.ts'
import { useSaveVariant } from './use-save-variant.ts'
import { useVariantDraft } from './use-variant-draft.ts'
import { variantFields, type VariantBase } from './variant-form.ts'

interface Props {
  readonly id: number
  /** As it is stored; each refetch brings another. */
  readonly variant: VariantBase
  readonly onLoose: ReportLoose
}

/** An opened variant. */
export function VariantEditor({ id, variant, onLoose }: Props) {
  const keys = useRef<KeysHandle>(null)
  const draft = useVariantDraft(variant, keys)
  const saving = useSaveVariant(id, draft)
  useReportLoose(onLoose, `variant-${id}`, 'Variants', `edits of the variant ${draft.base.name}`, draft.isEdited)

  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label="Variant Name" required error={saving.problems.name}>
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              autoComplete="off"
              onChange={(event) => {
                draft.setName(event.target.value)
                saving.clear('name')
              }}
            />
          )}
        </Field>
        <Field label="Variant Price" required helper="US dollars" error={saving.problems.price}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min="0"
              step="0.01"
              value={draft.price}
              onChange={(event) => {
                draft.setPrice(event.target.value)
                saving.clear('price')
              }}
            />
          )}
        </Field>
      </div>
      <KeysEditor
        ref={keys}
        initial={draft.base.keys}
        error={saving.problems.keys}
        onEdit={() => {
          draft.keysEdited()
          saving.clear('keys')
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {draft.isEdited && <p className="text-table text-muted">Not saved yet</p>}
        <Button
          variant="primary"
          icon={<Save aria-hidden />}
          disabled={!draft.isEdited}
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
}
