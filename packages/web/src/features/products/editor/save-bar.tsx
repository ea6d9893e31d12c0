import type { Product } from '@keydesk/contract'
import { useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { StaleError } from '../../../api/stale.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { useShortcut } from '../../../kit/controls/keyboard.ts'
import { markRefused } from '../../../kit/form/form-check.ts'
import { useUnsaved } from '../../../kit/form/use-unsaved.ts'
import { joinWords } from '../../../kit/text/format.ts'
import { useUpdateProduct } from '../data.ts'
import { useFocusBefore, useFocusProblem } from './focus.ts'
import { type FieldName, type PanelTitle, changedFields, describeChanges, formToBody } from './form.ts'
import type { EditedVariant, LooseEdits } from './unsaved.ts'
import { type ProductEditing, useProductChanges } from './use-product-form.ts'

interface Props {
  readonly editing: ProductEditing
  /** What was typed that Save Changes does not send. */
  readonly loose: LooseEdits
  readonly saving: ReturnType<typeof useSaveProduct>
  /** The product was deleted: there is nothing to lose any more. */
  readonly isGone: boolean
  /** The person leaves the edits behind. */
  readonly onLeave: () => void
}

/** Stands at the bottom of the window while there is something to save or to add, and asks before it is lost. */
export function SaveBar({ editing, loose, saving, isGone, onLeave }: Props) {
  const changes = useProductChanges(editing)
  const isEdited = changes.size > 0
  const variants = loose.flatMap(({ variant }) => variant ?? [])
  const notAdded = loose.flatMap(({ variant, name }) => (variant === undefined ? [name] : []))
  useShortcut('mod+s', () => {
    if (isEdited && saving.theirs === null) void saving.save()
    for (const { steps } of variants) void steps.current?.save()
  })
  const isShown = isEdited || loose.length > 0
  useUnsaved(isShown && !isGone, { text: unsavedText(changes, loose), onLeave })
  const bar = useFocusBefore(isShown)
  if (!isShown) return null
  return (
    <section
      aria-label="Unsaved changes"
      data-save-bar
      ref={bar}
      className="sticky bottom-4 z-10 mt-4 flex animate-pop flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-raised py-3 pr-3 pl-4 shadow-float max-md:bottom-2"
    >
      <div role="status" className="min-w-40 flex-1">
        {isEdited && <p className="font-medium">{describeChanges(changes)}</p>}
        {notAdded.length > 0 && (
          // A long name must not push the page out of a phone's window.
          <p title={joinWords(notAdded)} className="line-clamp-3 text-table text-muted">
            Save Changes does not store {joinWords(notAdded)}.
          </p>
        )}
        {!isEdited && notAdded.length === 0 && <p className="font-medium">Unsaved variants</p>}
      </div>
      {isEdited && (
        <div className="ml-auto flex gap-2">
          <Button variant="ghost" disabled={saving.isSaving} onClick={editing.discard}>
            Discard
          </Button>
          <Button
            variant="primary"
            busy={saving.isSaving && 'Saving...'}
            aria-keyshortcuts="Control+S Meta+S"
            onClick={() => void saving.save()}
          >
            Save Changes
          </Button>
        </div>
      )}
      {variants.length > 0 && <UnsavedVariants variants={variants} />}
    </section>
  )
}

function unsavedText(changes: ReadonlyMap<PanelTitle, number>, loose: LooseEdits): string {
  const told = [changes.size > 0 && describeChanges(changes), ...loose.map(({ name }) => name)].filter(Boolean)
  return `Not saved: ${told.join('; ')}.`
}

/** In the save bar: each variant with unsaved edits, and what to do with them. Save Changes is not about them. */
const UnsavedVariants = ({ variants }: { readonly variants: readonly EditedVariant[] }) => (
  <ul aria-label="Unsaved variants" className="max-h-40 w-full space-y-2 overflow-y-auto">
    {variants.map(({ name, fields, steps }, index) => (
      <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-40 flex-1 text-table">
          Variant <strong className="font-medium">{name}</strong>: {fields}
        </p>
        <div className="ml-auto flex gap-2">
          <Button size="sm" variant="ghost" aria-label={`Discard edits of ${name}`} onClick={() => steps.current?.discard()}>
            Discard
          </Button>
          <Button size="sm" aria-label={`Save ${name}`} aria-keyshortcuts="Control+S Meta+S" onClick={() => void steps.current?.save()}>
            Save
          </Button>
        </div>
      </li>
    ))}
  </ul>
)

/** Save Changes: check, send, and on a refusal mark the fields or ask what to do about somebody else's change. */
export function useSaveProduct(product: Product, editing: ProductEditing, onSaved: (fields: readonly FieldName[]) => void) {
  const update = useUpdateProduct(product.id)
  const focusProblem = useFocusProblem('section:not(#media):not(#variants)')
  /** What somebody else stored since editing began. */
  const [theirs, setTheirs] = useState<Product | null>(null)
  const { form, draft } = editing

  const send = form.handleSubmit(async () => {
    const { base, form: sent, version } = draft()
    const told = (stored: number | undefined) => {
      editing.saved(sent, stored)
      onSaved(changedFields(base, sent))
    }
    try {
      await update.mutateAsync({ body: formToBody(product, sent, version), onSaved: told })
    } catch (error) {
      if (error instanceof StaleError) return setTheirs(error.stored as Product)
      if (!(error instanceof ApiError)) throw error
      if (markRefused(form, error)) focusProblem()
    }
  }, focusProblem)

  return {
    isSaving: update.isPending,
    save: async () => {
      if (!update.isPending) await send()
    },
    theirs,
    keepEditing: () => setTheirs(null),
    reload: () => {
      if (theirs !== null) editing.reload(theirs)
      setTheirs(null)
    },
    saveOnTop: async () => {
      if (theirs === null) return
      editing.applyOnTop(theirs)
      setTheirs(null)
      await send()
    },
  }
}
