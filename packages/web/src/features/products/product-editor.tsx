import type { Product } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Save, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { keys } from '../../api/keys.ts'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../../kit/card.tsx'
import { ConflictDialog } from '../../kit/conflict-dialog.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import type { IsSame } from '../../kit/draft-edits.ts'
import { useDraft } from '../../kit/use-draft.tsx'
import { useTitle } from '../../kit/use-title.ts'
import { HistoryPanel } from './history-panel.tsx'
import { BasicPanel } from './panels/basic-panel.tsx'
import { DetailsPanel } from './panels/details-panel.tsx'
import { FaqPanel } from './panels/faq-panel.tsx'
import { FiltersPanel } from './panels/filters-panel.tsx'
import { InstructionsPanel } from './panels/instructions-panel.tsx'
import { UpdatesPanel } from './panels/updates-panel.tsx'
import { fields, isSame } from './product-changes.ts'
import { differences } from './product-draft.ts'
import { ProductStatuses } from './product-statuses.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionNav } from './section-nav.tsx'
import { useDeleteProduct } from './use-delete-product.tsx'
import { useLoose } from './use-loose.ts'
import { useProductForm } from './use-product-form.ts'
import { useSaveProduct } from './use-save-product.ts'
import { VariantsPanel } from './variants/variants-panel.tsx'
import { inSentence } from '../../kit/format.ts'
import { useIsOwnHost } from '../../session/session-provider.tsx'

/** Few products need it. */
const SalesPausedBanner = lazyPart(
  async () => (await import('./sales-paused-banner.tsx')).SalesPausedBanner,
  <div className="mb-4 min-h-11" />,
)
const MediaPanel = lazyPart(
  async () => (await import('./media/media-panel.tsx')).MediaPanel,
  <Panel id="media" title="Media">
    <div className="h-80" />
  </Panel>,
)

/** A loaded product: its eight panels, and what saves them. */
export function ProductEditor({ product }: { readonly product: Product }) {
  const editing = useProductForm(product)
  const { form } = editing
  const deleting = useDeleteProduct(product)
  const loose = useLoose()
  const draft = useDraft({
    thing: `product:${product.id}`,
    form,
    base: editing.base,
    version: editing.version,
    isSame: isSame as IsSame,
    onRestore: editing.restore,
  })
  const saving = useSaveProduct(product, editing, draft.saved)
  const hasHistory = useIsOwnHost()
  const forgetDrafts = () => {
    draft.forget()
    for (const { variant } of loose.all) variant?.steps.current?.forget()
  }
  useTitle(`Product Details: ${product.name}`)
  useLeave(product.id, deleting.isDeleted)

  return (
    <Page>
      <PageHeader
        title={`Product Details: ${inSentence(product.name)}`}
        description="What customers see, and the keys that they get."
        meta={<ProductStatuses product={product} />}
        actions={
          <>
            <Button icon={<Trash2 aria-hidden />} busy={deleting.isDeleting && 'Deleting...'} onClick={() => void deleting.ask()}>
              Delete Product
            </Button>
            <Button variant="primary" icon={<Save aria-hidden />} busy={saving.isSaving && 'Saving...'} onClick={() => void saving.save()}>
              Save Changes
            </Button>
          </>
        }
      />
      {product.sales_paused && <SalesPausedBanner />}
      <div className="gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
        <SectionNav editing={editing} loose={loose.panels} />
        <div className="min-w-0">
          {draft.offer}
          <div className="space-y-4">
            <BasicPanel form={form} />
            <FiltersPanel form={form} />
            <DetailsPanel form={form} />
            <MediaPanel product={product} />
            <VariantsPanel product={product} onLoose={loose.report} />
            <InstructionsPanel form={form} />
            <FaqPanel form={form} onLoose={loose.report} />
            <UpdatesPanel form={form} onLoose={loose.report} />
            {hasHistory && <HistoryPanel id={product.id} />}
          </div>
          <SaveBar editing={editing} loose={loose.all} saving={saving} isGone={deleting.isDeleted} onLeave={forgetDrafts} />
        </div>
      </div>
      {saving.theirs !== null && (
        <ConflictDialog
          what="product"
          {...changedNames(differences(editing.draft(), saving.theirs))}
          onReload={saving.reload}
          onApply={() => void saving.saveOnTop()}
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

/** Goes to the list once the product is gone. An effect, so that the question about unsaved edits is off by then. */
function useLeave(id: number, isGone: boolean): void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leave = useEffectEvent(async () => {
    await navigate({ to: '/products' })
    // Back would open an editor of what is no longer there.
    queries.removeQueries({ queryKey: keys.product(id) })
  })
  useEffect(() => {
    if (isGone) void leave()
  }, [isGone])
}
