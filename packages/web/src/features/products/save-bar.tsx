import { Button } from '../../kit/button.tsx'
import './save-bar.css'

interface Props {
  /** '3 changes in Basic Information and FAQ' */
  readonly text: string
  readonly isSaving: boolean
  readonly onDiscard: () => void
  readonly onSave: () => void
}

/** Stands at the bottom of the window for as long as there is something to save. */
export function SaveBar({ text, isSaving, onDiscard, onSave }: Props) {
  return (
    <section
      aria-label="Unsaved changes"
      data-save-bar
      className="sticky bottom-4 z-10 mt-4 flex animate-pop flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-raised py-3 pr-3 pl-4 shadow-float max-md:bottom-2"
    >
      <p role="status" className="min-w-40 flex-1 font-medium">
        {text}
      </p>
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
        <Button variant="primary" busy={isSaving && 'Saving...'} aria-keyshortcuts="Control+S Meta+S" onClick={onSave}>
          Save Changes
        </Button>
      </div>
    </section>
  )
}
