import type { KeyDisposition, KeyImportLine } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '../../../api/context.tsx'
import { formatCount } from '../../../kit/format.ts'
import { VirtualList } from '../../../kit/virtual-list.tsx'
import { useMay } from '../../../session/session-provider.tsx'
import { maskKey } from '../keys/mask-key.ts'
import { productsQuery } from '../products-data.ts'
import { dispositionNames } from './import-words.ts'
import { valueAt, type KeyLines } from './key-lines.ts'

interface Props {
  readonly refused: readonly KeyImportLine[]
  readonly lines: KeyLines
}

interface Place {
  readonly productId: number
  readonly name: string
}

/** Every variant by its id; undefined while that is not known. */
type Places = ReadonlyMap<number, Place> | undefined

/** The lines that are not stored, each with its reason and where its key is. Links open beside the import. */
export function RefusedLines({ refused, lines }: Props) {
  const places = usePlaces()
  return (
    <VirtualList label="Lines that will not be stored" count={refused.length} rowHeight={44}>
      {(index) => {
        const refusal = refused[index]!
        return (
          <>
            <span className="w-20 shrink-0 text-table text-muted tabular-nums">Line {formatCount(lines.lines[refusal.line - 1] ?? 0)}</span>
            <code className="w-32 shrink-0 truncate font-mono text-table max-sm:hidden">
              {maskKey(valueAt(lines, refusal.line - 1).trim())}
            </code>
            <span className="min-w-0 flex-1 truncate text-table" title={refusal.reason}>
              <Reason refusal={refusal} places={places} />
            </span>
          </>
        )
      }}
    </VirtualList>
  )
}

function Reason({ refusal, places }: { readonly refusal: KeyImportLine; readonly places: Places }) {
  const may = useMay()
  const { disposition, reason, order_id, variant_id } = refusal
  const name = dispositionNames[disposition as KeyDisposition] ?? disposition
  const place = variant_id === undefined ? undefined : places?.get(variant_id)
  return (
    <>
      {reason ?? name}
      {order_id !== undefined && (
        <>
          {': '}
          {may('orders:read') ? (
            <Link to="/purchases/orders" search={{ order: order_id }} target="_blank" className="text-accent underline">
              order #{order_id}
            </Link>
          ) : (
            `order #${order_id}`
          )}
        </>
      )}
      {disposition === 'elsewhere' && (
        <>
          {': '}
          {place === undefined ? (
            places === undefined ? (
              'another variant'
            ) : (
              'a deleted variant'
            )
          ) : (
            <Link
              to="/products/$id"
              params={{ id: String(place.productId) }}
              search={{ variant: variant_id }}
              hash={`variant-${variant_id}`}
              target="_blank"
              className="text-accent underline"
            >
              {place.name}
            </Link>
          )}
        </>
      )}
    </>
  )
}

function usePlaces(): Places {
  // The preview may know a variant that was made since the list was loaded.
  const { data } = useQuery({ ...productsQuery(useApi()), staleTime: 0 })
  return useMemo(
    () =>
      data &&
      new Map(
        data.flatMap((product) =>
          product.variants.map(({ id, name }) => [id, { productId: product.id, name: `${product.name} - ${name}` }]),
        ),
      ),
    [data],
  )
}
