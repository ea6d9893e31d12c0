import type { Product } from '@keydesk/contract'
import { useNavigate } from '@tanstack/react-router'
import { Save, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../kit/button.tsx'
import { ConflictDialog } from '../../kit/conflict-dialog.tsx'
import { useShortcut } from '../../kit/keyboard.ts'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { useTitle } from '../../kit/use-title.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { MediaPanel } from './media/media-panel.tsx'
import { BasicPanel } from './panels/basic-panel.tsx'
import { DetailsPanel } from './panels/details-panel.tsx'
import { FaqPanel } from './panels/faq-panel.tsx'
import { FiltersPanel } from './panels/filters-panel.tsx'
import { InstructionsPanel } from './panels/instructions-panel.tsx'
import { UpdatesPanel } from './panels/updates-panel.tsx'
import { countChanges, describeChanges, fields, type PanelTitle } from './product-changes.ts'
import { differences } from './product-draft.ts'
import { ProductStatuses } from './product-statuses.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionNav } from './section-nav.tsx'
import { useDeleteProduct } from './use-delete-product.tsx'
import { useLoose } from './use-loose.ts'
import { useProductDraft } from './use-product-draft.ts'
import { useSaveProduct } from './use-save-product.ts'
import { VariantsPanel } from './variants/variants-panel.tsx'

/** A loaded product: its eight panels, and what saves them. */
export function ProductEditor({ product }: { readonly product: Product }) {
  const editing = useProductDraft(product)
  const saving = useSaveProduct(product, editing)
  const deleting = useDeleteProduct(product)
  const loose = useLoose()
  const changes = countChanges(editing.draft.base, editing.draft.form)
  const isEdited = changes.size > 0
  useTitle(`Product Details: ${product.name}`)
  useShortcut('mod+s', () => {
    if (isEdited && saving.theirs === null) void saving.save()
  })
  useUnsaved((isEdited || loose.names.length > 0) && !deleting.isDeleted, unsavedText(changes, loose.names))
  useLeave(deleting.isDeleted)

  const panel = { form: editing.draft.form, problems: editing.problems, edit: editing.edit }
  return (
    <Page>
      <PageHeader
        title={`Product Details: ${product.name}`}
        description="What customers see, and the keys that they get."
        meta={<ProductStatuses product={product} />}
        actions={
          <>
            <Button icon={<Trash2 aria-hidden />} busy={deleting.isDeleting && 'Deleting...'} onClick={deleting.ask}>
              Delete Product
            </Button>
            <Button variant="primary" icon={<Save aria-hidden />} busy={saving.isSaving && 'Saving...'} onClick={saving.save}>
              Save Changes
            </Button>
          </>
        }
      />
      <div className="gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
        <SectionNav edited={new Set([...changes.keys(), ...loose.panels])} />
        <div className="min-w-0">
          <div className="space-y-4">
            <BasicPanel {...panel} />
            <FiltersPanel {...panel} />
            <DetailsPanel {...panel} />
            <MediaPanel product={product} />
            <VariantsPanel product={product} onLoose={loose.report} />
            <InstructionsPanel {...panel} />
            <FaqPanel {...panel} onLoose={loose.report} />
            <UpdatesPanel {...panel} onLoose={loose.report} />
          </div>
          {isEdited && (
            <SaveBar text={describeChanges(changes)} isSaving={saving.isSaving} onDiscard={editing.discard} onSave={saving.save} />
          )}
        </div>
      </div>
      {saving.theirs !== null && (
        <ConflictDialog
          what="product"
          {...changedNames(differences(editing.draft, saving.theirs))}
          onReload={saving.reload}
          onApply={saving.saveOnTop}
          onClose={saving.keepEditing}
        />
      )}
    </Page>
  )
}

const changedNames = (different: ReturnType<typeof differences>) => ({
  changed: different.map(({ field }) => fields[field].label),
  both: different.filter(({ isMineToo }) => isMineToo).map(({ field }) => fields[field].label),
})

function unsavedText(changes: ReadonlyMap<PanelTitle, number>, loose: readonly string[]): string {
  const told = [changes.size > 0 && describeChanges(changes), ...loose].filter(Boolean)
  return `Not saved: ${told.join('; ')}.`
}

/** Goes to the list once the product is gone. An effect, so that the question about unsaved edits is off by then. */
function useLeave(isGone: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isGone) void navigate({ to: '/products' })
  }, [isGone, navigate])
}
