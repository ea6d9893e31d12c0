import type { Product } from '@keydesk/contract'
import { useState } from 'react'
import { useConfirm } from '../../kit/confirm.tsx'
import { inSentence, plural } from '../../kit/format.ts'
import { totalStock } from './product-summary.ts'
import { useRemoveProduct } from './products-data.ts'

/** Delete Product: asks, deletes, and says when it is gone. */
export function useDeleteProduct(product: Product) {
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
    if (!(await confirm({ title: `Delete ${inSentence(product.name)}?`, text, yes: 'Delete Product', danger: true }))) return
    remove.mutate(undefined, { onSuccess: () => setDeleted(true) })
  }

  return { ask, isDeleting: remove.isPending, isDeleted }
}

function consequence(product: Product): string {
  const stock = totalStock(product)
  const variants = product.variants.length === 0 ? '' : ` and its ${plural(product.variants.length, 'variant')}`
  if (stock === undefined || stock === 0) return `The product${variants} will be deleted; sold keys stay with their orders.`
  return `${plural(stock, 'unsold key')} will be deleted with the product${variants}; sold keys stay with their orders.`
}
