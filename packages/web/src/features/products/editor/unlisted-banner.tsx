import { type Product, productLabels } from '@keydesk/contract'
import { EyeOff } from 'lucide-react'
import { Button } from '../../../kit/controls/button.tsx'
import { ConflictDialog } from '../../../kit/form/conflict-dialog.tsx'
import { useEditing } from '../../../kit/form/use-editing.ts'
import { useUpdateProduct } from './use-product-form.ts'

/** Shows that the store does not offer the product, and lists it at once: the rest of the form stays as it is. */
export function UnlistedBanner({ product }: { readonly product: Product }) {
  const update = useUpdateProduct(product.id)
  const editing = useEditing({
    what: 'product',
    names: productLabels,
    row: product,
    toValues: ({ unlisted }: Product) => ({ unlisted }),
    check: () => ({}),
    inlineError: ({ message }) => message,
    send: (_, { row }, { stored }) => update.mutateAsync({ body: { unlisted: false, version: row.version }, onSaved: stored }),
  })
  const list = () => {
    editing.form.setValue('unlisted', false)
    void editing.save()
  }
  return (
    <div
      role="note"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-surface px-4 py-2 text-muted"
    >
      <EyeOff aria-hidden className="size-4 shrink-0" />
      <p className="min-w-48 flex-1">
        <strong className="font-medium text-text">This product is unlisted.</strong> The store does not show it.
      </p>
      <Button size="sm" busy={editing.isSaving && 'Listing...'} onClick={list}>
        List Product
      </Button>
      {editing.problem !== null && (
        <p role="alert" className="w-full text-red">
          {editing.problem}
        </p>
      )}
      {editing.conflict && <ConflictDialog {...editing.conflict} />}
    </div>
  )
}
