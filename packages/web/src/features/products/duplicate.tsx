import type { Product } from '@keydesk/contract'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../kit/controls/button.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'

const DuplicateDialog = lazyDialog('Duplicate product', async () => (await import('./duplicate-dialog.tsx')).DuplicateDialog)

interface Props {
  readonly product: Pick<Product, 'id' | 'name'>
  /** The icon alone, where there is little room. */
  readonly isIcon?: boolean
}

/** Asks for the name of a copy, and opens the copy. */
export function DuplicateButton({ product, isIcon = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = { icon: <Copy aria-hidden />, onPointerEnter: DuplicateDialog.preload, onClick: () => setOpen(true) }
  return (
    <>
      {isIcon ? <IconButton {...open} label={`Duplicate ${product.name}`} /> : <Button {...open}>Duplicate</Button>}
      {isOpen && <DuplicateDialog product={product} onClose={() => setOpen(false)} />}
    </>
  )
}
