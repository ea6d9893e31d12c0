import { Upload } from 'lucide-react'
import { Button } from '../../../kit/button.tsx'
import { plural } from '../../../kit/format.ts'
import { ImportsList } from './imports-list.tsx'
import { RemovedKeys } from './removed-keys.tsx'
import { StockList } from './stock-list.tsx'
import { StockSection } from './stock-section.tsx'

interface Props {
  readonly variantId: number
  /** The available keys, oldest first. */
  readonly values: readonly string[]
  readonly onImport: () => void
  /** The stock has changed. */
  readonly onStored: () => Promise<unknown>
}

/** The stock of a variant, where it came from, and what left it. */
export function StockView({ variantId, values, onImport, onStored }: Props) {
  const importKeys = (
    <Button size="sm" icon={<Upload aria-hidden />} onClick={onImport}>
      Import keys
    </Button>
  )
  return (
    <div className="space-y-6">
      <StockSection title="Keys in stock" description={`${plural(values.length, 'key')}, oldest first. Sales take the oldest.`}>
        <StockList variantId={variantId} values={values} />
      </StockSection>
      <StockSection title="Imports" description="Each file or paste of keys is a batch that can be undone." actions={importKeys}>
        <ImportsList variantId={variantId} onStored={onStored} />
      </StockSection>
      <RemovedKeys variantId={variantId} onStored={onStored} />
    </div>
  )
}
