import { useState, type ReactNode } from 'react'
import { lazyDialog, lazyPart } from '../../../kit/lazy-part.tsx'
import { Segmented } from '../../../kit/segmented.tsx'
import { SkeletonLines } from '../../../kit/skeleton.tsx'
import { ThingHistory } from '../../history/history-parts-data.tsx'
import { splitLines } from '../keys/key-text.ts'
import { useVariantView, type VariantView } from './use-variant-view.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'

const StockView = lazyPart(async () => (await import('../stock/stock-view.tsx')).StockView, <SkeletonLines lines={6} />)
const ImportDialog = lazyDialog('Import keys', async () => (await import('../imports/import-dialog.tsx')).ImportDialog)

/** A press of Import; `text` is a paste that was too long for its box. */
export interface ImportWish {
  readonly text?: string
}

interface Props {
  readonly id: number
  readonly name: string
  /** The stored keys, one a line. */
  readonly keys: string
  /** The wish is kept by the caller, since both views have the button. */
  readonly wish: ImportWish | null
  readonly onWish: (wish: ImportWish | null) => void
  /** The stock has changed. */
  readonly onStored: () => Promise<unknown>
  readonly editor: ReactNode
}

/** The views of a variant: its fields and list of keys, its stock with imports and removed keys, and its history. */
export function VariantViews({ id, name, keys, wish, onWish, onStored, editor }: Props) {
  const { view, show } = useVariantView(id)
  const hasHistory = useIsOwnHost()
  return (
    <div className="space-y-4">
      <Segmented
        label={`View of ${name}`}
        value={view}
        options={hasHistory ? [...options, historyOption] : options}
        onChange={(next) => show(next as VariantView)}
      />
      {/* Stays mounted, so that looking at the stock loses no edit. */}
      <div hidden={view !== 'keys'}>{editor}</div>
      {view === 'stock' && (
        <StockView variantId={id} values={keys === '' ? [] : splitLines(keys)} onImport={() => onWish({})} onStored={onStored} />
      )}
      {view === 'history' && hasHistory && <ThingHistory kind="variant" id={id} />}
      {wish !== null && (
        <ImportDialog variantId={id} variantName={name} text={wish.text} onStored={onStored} onClose={() => onWish(null)} />
      )}
    </div>
  )
}

export const useImportWish = () => useState<ImportWish | null>(null)

const options = [
  { value: 'keys', label: 'Edit' },
  { value: 'stock', label: 'Stock' },
]

const historyOption = { value: 'history', label: 'History' }
