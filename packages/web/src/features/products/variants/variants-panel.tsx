import type { Product } from '@keydesk/contract'
import { KeyRound, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Panel } from '../../../kit/card.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import type { ReportLoose } from '../use-loose.ts'
import { VariantRow } from './variant-row.tsx'
import { useAddVariant } from './variants-data.ts'

interface Props {
  readonly product: Product
  readonly onLoose: ReportLoose
}

/** What a product is sold as, each with its price and its stock of keys. */
export function VariantsPanel({ product, onLoose }: Props) {
  const add = useAddVariant(product.id)
  const askedFor = useAddress().get('variant')
  const [added, setAdded] = useState<number | null>(null)
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback<ReportLoose>(
    (id, loose) => {
      onLoose(id, loose)
      setEdited((before) => (loose === null ? before.difference(new Set([id])) : before.union(new Set([id]))))
    },
    [onLoose],
  )
  const actions = (
    <Button
      icon={<Plus aria-hidden />}
      size="sm"
      busy={add.isPending && 'Adding...'}
      onClick={() => add.mutate(undefined, { onSuccess: (id) => setAdded(id ?? null) })}
    >
      Add Variant
    </Button>
  )

  return (
    <Panel id="variants" title="Variants" description="Each is stored by its own Save Variant." actions={actions} padded={false}>
      {product.variants.length === 0 ? (
        <div className="border-t border-border">
          <EmptyState icon={<KeyRound />} title="No variants yet" hint="Add one to give the product a price and keys to sell." />
        </div>
      ) : (
        <ul aria-label="Variants" className="overflow-hidden rounded-b-card">
          {product.variants.map((variant) => (
            <VariantRow
              key={variant.id}
              variant={variant}
              isEdited={edited.has(`variant-${variant.id}`)}
              isNew={variant.id === added}
              isAskedFor={String(variant.id) === askedFor}
              onLoose={report}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
