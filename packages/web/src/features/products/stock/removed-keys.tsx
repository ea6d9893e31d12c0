import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCcw, Trash } from 'lucide-react'
import { useListApi } from '../../../api/context.tsx'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { DateText } from '../../../kit/date-text.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { LoadMore } from '../../../kit/load-more.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { SkeletonLines } from '../../../kit/skeleton.tsx'
import { useFocusRefuge } from '../../../kit/use-focus-refuge.ts'
import { MaskedKey } from './masked-key.tsx'
import { removedKeysQuery, useRestoreKeys } from './stock-data.ts'
import { StockSection } from './stock-section.tsx'

interface Props {
  readonly variantId: number
  readonly onStored: () => Promise<unknown>
}

/** Keys that left the stock, for as long as they can be put back. */
export function RemovedKeys({ variantId, onStored }: Props) {
  const query = useInfiniteQuery(removedKeysQuery(useListApi(), variantId))
  const restore = useRestoreKeys(variantId, onStored)
  const busyId = restore.isPending ? restore.variables?.[0] : undefined
  const list = useFocusRefuge<HTMLDivElement>(query.data?.rows.length)
  const hasSome = (query.data?.rows.length ?? 0) > 0
  const putAllBack = hasSome ? (
    <Button
      size="sm"
      icon={<RotateCcw aria-hidden />}
      busy={restore.isPending && restore.variables === null && 'Putting back...'}
      disabled={restore.isPending}
      onClick={() => restore.mutate(null)}
    >
      Put all back
    </Button>
  ) : undefined
  return (
    <StockSection title="Removed keys" description="They can be put back for 30 days, and are deleted then." actions={putAllBack}>
      <Loaded query={query} failure="Failed to fetch removed keys" skeleton={<SkeletonLines lines={3} />}>
        {({ rows }) => (
          <div ref={list} tabIndex={-1}>
            <Card>
              {rows.length === 0 ? (
                <EmptyState icon={<Trash />} title="No removed keys" hint="Keys that you strike from the list appear here." />
              ) : (
                <ul aria-label="Removed keys" className="divide-y divide-border">
                  {rows.map(({ id, value, removed_at, removed_by }) => (
                    <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 py-1">
                      <div className="flex min-w-52 flex-1">
                        <MaskedKey variantId={variantId} value={value} />
                      </div>
                      <p className="text-table text-muted">
                        <DateText at={removed_at} as="time" none="-" />
                        {removed_by !== '' && ` by ${removed_by}`}
                      </p>
                      <Button
                        size="sm"
                        variant="ghost"
                        icon={<RotateCcw aria-hidden />}
                        busy={busyId === id && 'Putting back...'}
                        disabled={restore.isPending}
                        className="ml-auto"
                        onClick={() => restore.mutate([id])}
                      >
                        Put back
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
              <LoadMore query={query} />
            </Card>
          </div>
        )}
      </Loaded>
    </StockSection>
  )
}
