import type { Product } from '@keydesk/contract'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../kit/controls/button.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'

const DuplicateDialog = lazyDialog('Duplicate product', async () => (await import('./duplicate-dialog.tsx')).DuplicateDialog)

interface Props {
  readonly product: Pick<Product, 'id' | 'name'>
  /** The button has no edge, and its text leaves out the name of the product. */
  readonly isInRow?: boolean
}

/** Asks for the name of a copy, and opens the copy. */
export function DuplicateButton({ product, isInRow = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={isInRow ? 'Duplicate' : `Duplicate ${product.name}`}
        icon={<Copy aria-hidden />}
        variant={isInRow ? 'ghost' : 'secondary'}
        onPointerEnter={DuplicateDialog.preload}
        onClick={() => setOpen(true)}
      />
      {isOpen && <DuplicateDialog product={product} onClose={() => setOpen(false)} />}
    </>
  )
}
