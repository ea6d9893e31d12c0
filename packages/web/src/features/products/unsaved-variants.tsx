import { Button } from '../../kit/button.tsx'
import type { EditedVariant } from './use-loose.ts'

/** In the save bar: each variant with unsaved edits, and what to do with them. Save Changes is not about them. */
export const UnsavedVariants = ({ variants }: { readonly variants: readonly EditedVariant[] }) => (
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
