import { useCallback, useLayoutEffect, useRef } from 'react'
import { Button } from '../../../kit/controls/button.tsx'
import { useShortcut } from '../../../kit/controls/keyboard.ts'
import { useUnsaved } from '../../../kit/form/use-unsaved.ts'
import { BottomBar } from '../../../kit/layout/bottom-bar.tsx'
import { joinWords } from '../../../kit/text/format.ts'
import { type PanelTitle, describeChanges } from './form.ts'
import type { EditedVariant, UnsavedParts } from './unsaved.ts'
import { type ProductEditing, useProductChanges } from './use-product-form.ts'

interface Props {
  readonly editing: ProductEditing
  /** Unsaved input that Save Changes does not send. */
  readonly unsaved: UnsavedParts
  /** The product was deleted, so unsaved edits do not matter. */
  readonly isGone: boolean
  /** Called when the person drops the edits. */
  readonly onLeave: () => void
}

/** At the bottom of the window while there are unsaved edits. Asks before they are lost. */
export function SaveBar({ editing, unsaved, isGone, onLeave }: Props) {
  const changes = useProductChanges(editing)
  const isEdited = changes.size > 0
  const variants = unsaved.flatMap(({ variant }) => variant ?? [])
  const notAdded = unsaved.flatMap(({ variant, name }) => (variant === undefined ? [name] : []))
  useShortcut('mod+s', () => {
    if (isEdited) void editing.save()
    for (const { steps } of variants) void steps.current?.save()
  })
  const isUnsaved = isEdited || unsaved.length > 0
  const isShown = isUnsaved || editing.problem !== null
  useUnsaved(isUnsaved && !isGone, { text: unsavedText(changes, unsaved), onLeave })
  const bar = useFocusBefore(isShown)
  if (!isShown) return null
  return (
    <BottomBar label="Unsaved changes" bar={bar}>
      <div role="status" className="min-w-40 flex-1">
        {isEdited && <p className="font-medium">{describeChanges(changes)}</p>}
        {notAdded.length > 0 && (
          // A long name must not push the page out of a phone's window.
          <p data-tooltip={joinWords(notAdded)} className="line-clamp-3 text-table text-muted">
            Save Changes does not store {joinWords(notAdded)}.
          </p>
        )}
        {!isEdited && notAdded.length === 0 && isUnsaved && <p className="font-medium">Unsaved variants</p>}
      </div>
      {isEdited && (
        <div className="ml-auto flex gap-2">
          <Button variant="ghost" disabled={editing.isSaving} onClick={editing.discard}>
            Discard
          </Button>
          <Button
            variant="primary"
            busy={editing.isSaving && 'Saving...'}
            aria-keyshortcuts="Control+S Meta+S"
            onClick={() => void editing.save()}
          >
            Save Changes
          </Button>
        </div>
      )}
      {editing.problem !== null && (
        <p role="alert" className="w-full text-red">
          {editing.problem}
        </p>
      )}
      {variants.length > 0 && <UnsavedVariants variants={variants} />}
    </BottomBar>
  )
}

function unsavedText(changes: ReadonlyMap<PanelTitle, number>, unsaved: UnsavedParts): string {
  const parts = [changes.size > 0 && describeChanges(changes), ...unsaved.map(({ name }) => name)].filter(Boolean)
  return `Not saved: ${parts.join('; ')}.`
}

/** In the save bar: each variant with unsaved edits, with buttons to save or discard them. Save Changes does not send them. */
const UnsavedVariants = ({ variants }: { readonly variants: readonly EditedVariant[] }) => (
  <ul aria-label="Unsaved variants" className="max-h-40 w-full space-y-2 overflow-y-auto">
    {variants.map(({ name, fields, steps }, index) => (
      <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-40 flex-1 text-table">
          Not saved in <strong className="font-medium">{name}</strong>: {fields}
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

/**
 * For a bar that disappears after the action of one of its buttons: the element that had the focus before gets it back, so that Tab
 * continues from there. After a press by pointer the page's content gets it, because a focused field would open a phone's keyboard.
 * @returns the bar's ref
 */
function useFocusBefore(isShown: boolean) {
  const before = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (isShown || before.current === null) return
    const target = before.current.isConnected ? before.current : document.getElementById('content')
    before.current = null
    if (document.activeElement === document.body) target?.focus({ preventScroll: true })
  }, [isShown])
  return useCallback((bar: HTMLElement) => {
    const remember = ({ target, relatedTarget: from }: FocusEvent) => {
      // The focus moves inside the bar, or back to a button that was disabled during its action.
      if (before.current !== null && (from === null || bar.contains(from as Node))) return
      const isByKey = target instanceof Element && target.matches(':focus-visible') && from instanceof HTMLElement
      before.current = isByKey ? from : document.getElementById('content')
    }
    bar.addEventListener('focusin', remember)
    return () => bar.removeEventListener('focusin', remember)
  }, [])
}
