import { maskKey, variants } from '@keydesk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye, EyeOff, RotateCcw, Trash } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { ListApi } from '../../../api/call.ts'
import { useApi, useListApi } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { listQuery } from '../../../api/list-query.ts'
import { Button, IconButton } from '../../../kit/controls/button.tsx'
import { CopyButton } from '../../../kit/controls/copy-button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../../kit/feedback/loading.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { Card } from '../../../kit/layout/card.tsx'
import { useConfirm } from '../../../kit/overlay/confirm.tsx'
import { useFocusRefuge } from '../../../kit/overlay/focus.ts'
import { LoadMore } from '../../../kit/table/load-more.tsx'
import { DateText } from '../../../kit/text/date-text.tsx'
import { formatCount, plural } from '../../../kit/text/format.ts'
import { useShowKeys } from '../variants/data.ts'
import { type StockChanged, importsQuery } from './import-data.ts'

interface RemovedKeysProps {
  readonly variantId: number
  readonly onStored: StockChanged
}

/** Keys removed from the stock, as long as they can be restored. */
export function RemovedKeys({ variantId, onStored }: RemovedKeysProps) {
  const list = useListApi()
  const query = useInfiniteQuery(removedKeysQuery(list, variantId))
  const imports = useInfiniteQuery(importsQuery(list, variantId))
  const restore = useRestoreKeys(variantId, onStored)
  const busyId = restore.isPending ? restore.variables : undefined
  const confirm = useConfirm()
  const box = useFocusRefuge()
  const putBackAll = async () => {
    const total = query.data?.total ?? query.data?.rows.length ?? 0
    const undone = (imports.data?.rows ?? []).reduce((sum, { undone_at, removed }) => sum + (undone_at ? removed : 0), 0)
    const title = `Put ${plural(total, 'key')} back on sale?`
    const ofUndone = undone === 0 ? '' : ` Keys of undone imports among them: ${formatCount(undone)}.`
    const text = `${total === 1 ? 'It' : 'They'} can be sold at once.${ofUndone}`
    if (await confirm({ title, text, yes: 'Put all back', isDanger: true })) restore.mutate(null)
  }
  const hasSome = (query.data?.rows.length ?? 0) > 0
  const putAllBack = hasSome ? (
    <Button
      size="sm"
      icon={<RotateCcw aria-hidden />}
      busy={restore.isPending && restore.variables === null && 'Putting back...'}
      disabled={restore.isPending}
      onClick={() => void putBackAll()}
    >
      Put all back
    </Button>
  ) : undefined
  return (
    <StockSection title="Removed keys" description="They can be put back for 30 days, and are deleted then." actions={putAllBack}>
      <Loaded query={query} failure="Failed to fetch removed keys" skeleton={<SkeletonLines lines={3} />}>
        {({ rows }) => (
          <div ref={box} tabIndex={-1}>
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
                        onClick={() => restore.mutate(id)}
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

interface StockSectionProps {
  readonly title: string
  readonly description: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled section of the stock view. */
export function StockSection({ title, description, actions, children }: StockSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h4 id={id} className="font-medium">
            {title}
          </h4>
          <p className="text-table text-muted">{description}</p>
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** One unsold key, masked until it is revealed. */
export function MaskedKey({ variantId, value }: { readonly variantId: number; readonly value: string }) {
  const [isShown, setShown] = useState(false)
  const showKeys = useShowKeys(variantId)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1">
      <code
        className={`min-w-0 flex-1 font-mono text-table ${isShown ? 'truncate select-all' : ''}`}
        data-tooltip={isShown ? value : undefined}
      >
        {isShown ? value : maskKey(value)}
      </code>
      {isShown && <CopyButton text={value} label="Copy key" />}
      <IconButton
        label={isShown ? 'Hide key' : 'Reveal key'}
        icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        busy={showKeys.isPending}
        onClick={() => (isShown ? setShown(false) : showKeys.mutate(undefined, { onSuccess: () => setShown(true) }))}
      />
    </span>
  )
}

/** Holds whole key values, so it is not cached after the view is closed. */
const removedKeysQuery = (list: ListApi, variantId: number) => ({
  ...listQuery(queryKeys.removedKeys(variantId), {}, (page, signal) =>
    list(variants.removedKeys, { params: { id: variantId }, query: page }, { signal }),
  ),
  gcTime: 0,
})

/** Puts removed keys back on sale: the one with the given id, or with null all. */
function useRestoreKeys(variantId: number, onStored: StockChanged) {
  const api = useApi()
  return useAction({
    run: async (keyId: number | null) => {
      const answer = api(variants.restoreKeys, { params: { id: variantId }, body: keyId === null ? {} : { ids: [keyId] } })
      await onStored(answer)
      return (await answer)?.data.restored
    },
    success: putBackText,
    failure: { serverOr: 'Failed to put the keys back' },
    refresh: null,
  })
}

function putBackText(restored: number | undefined): string {
  if (restored === undefined) return 'Keys put back'
  return restored === 0 ? 'No keys put back: they were deleted or put back already' : `${plural(restored, 'key')} put back`
}
