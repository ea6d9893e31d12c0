import { inSentence, type Product, products } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { EyeOff, Save, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { Deferred, lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { ConflictDialog } from '../../../kit/form/use-editing.ts'
import { Panel } from '../../../kit/layout/card.tsx'
import { Page, PageHeader, useTitle } from '../../../kit/layout/page.tsx'
import { useConfirm } from '../../../kit/overlay/confirm.tsx'
import { plural } from '../../../kit/text/format.ts'
import { productHeader } from '../../../routes/product.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import { useUndoDeletion } from '../../history/parts.tsx'
import { orDeleted, refreshProductLists } from '../data.ts'
import { DuplicateButton } from '../duplicate.tsx'
import { totalStock } from '../format.ts'
import { VariantsPanel } from '../variants/panel.tsx'
import { FaqPanel } from './faq-panel.tsx'
import { BasicPanel, DetailsPanel, FiltersPanel, InstructionsPanel } from './panels.tsx'
import { DeletedNote, HistoryPanel, ProductStatuses, SalesPausedBanner } from './parts.tsx'
import { NextPanelsSkeleton, SectionsSkeleton } from './pending.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionNav } from './section-nav.tsx'
import { useUnsavedParts } from './unsaved.ts'
import { UpdatesPanel } from './updates-panel.tsx'
import { useProductForm, useUpdateProduct } from './use-product-form.ts'

const MediaPanel = lazyPart(
  async () => (await import('../media/panel.tsx')).MediaPanel,
  <Panel id="media" title="Media">
    <div className="h-80" />
  </Panel>,
)

/** As high as the longest products, so that Back finds the place where the page was left. */
const nextPanels = (
  <div aria-hidden className="min-h-1200 space-y-4">
    <NextPanelsSkeleton />
  </div>
)

interface ProductEditorProps {
  readonly product: Product
  /** It was deleted: elsewhere, or from here if the answer was lost. */
  readonly isGone: boolean
  /** Says that it could not be refreshed. */
  readonly outdated: ReactNode
}

/** A loaded product: its eight panels and Save Changes. */
export function ProductEditor({ product, isGone, outdated }: ProductEditorProps) {
  const editing = useProductForm(product)
  const { form } = editing
  const deleting = useDeleteProduct(product)
  const unsaved = useUnsavedParts()
  const isOwnHost = useIsOwnHost()
  const forgetDrafts = () => {
    editing.forget()
    for (const { variant, forget } of unsaved.all) {
      variant?.steps.current?.forget()
      forget?.current?.()
    }
  }
  // Once the page is drawn, the panel or the variant in the address is scrolled to, or the place where the page was left.
  const isPanelWanted = useLocation({ select: ({ hash, search }) => hash !== '' || 'variant' in search })
  useTitle(`Product Details: ${product.name}`)
  useLeave(product.id, deleting.isDeleted)

  return (
    <Page>
      <PageHeader
        title={`Product Details: ${inSentence(product.name)}`}
        description={productHeader.description}
        meta={<ProductStatuses product={product} />}
        actions={
          <>
            {isOwnHost && <DuplicateButton product={product} />}
            <Button icon={<Trash2 aria-hidden />} busy={deleting.isDeleting && 'Deleting...'} onClick={() => void deleting.ask()}>
              Delete Product
            </Button>
            <Button
              variant="primary"
              icon={<Save aria-hidden />}
              busy={editing.isSaving && 'Saving...'}
              onClick={() => void editing.save()}
            >
              Save Changes
            </Button>
          </>
        }
      />
      {isGone && !deleting.isDeleting && !deleting.isDeleted && (
        <div className="mb-4">
          <DeletedNote kind="product" id={product.id}>
            Nothing can be saved. What you typed stays on screen, so that you can copy it.
          </DeletedNote>
        </div>
      )}
      {outdated}
      {product.sales_paused && <SalesPausedBanner />}
      {isOwnHost && product.unlisted && <UnlistedBanner product={product} />}
      <div className="gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
        {/* Together with the panels that it leads to. */}
        <Deferred placeholder={<SectionsSkeleton />} isWanted={isPanelWanted}>
          <SectionNav editing={editing} unsaved={unsaved.panels} />
        </Deferred>
        <div className="min-w-0">
          {editing.offer}
          <div className="space-y-4">
            <BasicPanel form={form} />
            <Deferred placeholder={nextPanels} isWanted={isPanelWanted}>
              <FiltersPanel form={form} />
              <DetailsPanel form={form} />
              <MediaPanel product={product} onUnsaved={unsaved.report} />
              <VariantsPanel product={product} onUnsaved={unsaved.report} />
              <InstructionsPanel form={form} />
              <FaqPanel productId={product.id} form={form} onUnsaved={unsaved.report} />
              <UpdatesPanel productId={product.id} form={form} onUnsaved={unsaved.report} />
              {isOwnHost && <HistoryPanel id={product.id} />}
            </Deferred>
          </div>
          <div className="bottom-bar">
            <SaveBar editing={editing} unsaved={unsaved.all} isGone={deleting.isDeleted} onLeave={forgetDrafts} />
          </div>
        </div>
      </div>
      {editing.conflict && <ConflictDialog {...editing.conflict} />}
    </Page>
  )
}

/** Goes to the list once the product is deleted. An effect, so that the question about unsaved edits is off by then. */
function useLeave(id: number, isGone: boolean): void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leave = useEffectEvent(async () => {
    // Replaced, so that Back does not lead to a page without a product.
    await navigate({ to: '/products', replace: true })
    // Otherwise a link would open an editor of the deleted product.
    queries.removeQueries({ queryKey: queryKeys.product(id) })
  })
  useEffect(() => {
    if (isGone) void leave()
  }, [isGone])
}

/** Delete Product: asks, deletes, and reports `isDeleted`. */
function useDeleteProduct(product: Product) {
  const confirm = useConfirm()
  const remove = useRemoveProduct(product.id)
  const [isDeleted, setDeleted] = useState(false)

  const ask = async () => {
    const text = (
      <>
        <span className="block text-text">Are you sure you want to delete this product? This action cannot be undone.</span>
        <span className="mt-2 block">{consequence(product)}</span>
      </>
    )
    if (!(await confirm({ title: `Delete ${inSentence(product.name)}?`, text, yes: 'Delete Product', isDanger: true }))) return
    remove.mutate(undefined, { onSuccess: () => setDeleted(true) })
  }

  return { ask, isDeleting: remove.isPending, isDeleted }
}

function consequence(product: Product): string {
  const stock = totalStock(product.variants)
  const variants = product.variants.length === 0 ? '' : ` and its ${plural(product.variants.length, 'variant')}`
  if (stock === undefined || stock === 0) return `The product${variants} will be deleted; sold keys stay with their orders.`
  return `${plural(stock, 'unsold key')} will be deleted with the product${variants}; sold keys stay with their orders.`
}

function useRemoveProduct(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const undo = useUndoDeletion('product')
  return useAction({
    run: async () => {
      await orDeleted(api(products.remove, { params: { id } }))
      // The product itself is still on screen: a refetch would not find it.
      await refreshProductLists(queries)
    },
    success: 'Product deleted successfully',
    failure: 'Failed to delete product',
    refresh: null,
    undo: undo && (() => undo({ id })),
  })
}

/** Shows that the store does not offer the product, and lists it at once: the rest of the form stays as it is. */
function UnlistedBanner({ product }: { readonly product: Product }) {
  const update = useUpdateProduct(product.id)
  // Sent without a version: listing a product undoes nothing that somebody else has saved.
  const list = () => update.mutate({ body: { unlisted: false }, onSaved: () => undefined })
  return (
    <div
      role="note"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-surface px-4 py-2 text-muted"
    >
      <EyeOff aria-hidden className="size-4 shrink-0" />
      <p className="min-w-48 flex-1">
        <strong className="font-medium text-text">This product is unlisted.</strong> The store does not show it.
      </p>
      <Button size="sm" busy={update.isPending && 'Listing...'} onClick={list}>
        List Product
      </Button>
      {update.error && (
        <p role="alert" className="w-full text-red">
          {update.error.message}
        </p>
      )}
    </div>
  )
}
