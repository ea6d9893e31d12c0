import { type BulkInput, type BulkUndo, type PricesInput, bulk, limits, prices, productLabels, variantLabels } from '@keydesk/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../../api/call.ts'
import { useApi } from '../../../api/context.tsx'
import { ApiError, isNotFound, isUnauthenticated, serverMessageOr } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { toast, toastLimits } from '../../../kit/feedback/toast.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { joinWords, plural } from '../../../kit/text/format.ts'

/** Changes several products. */
export function useChangeProducts() {
  const api = useApi()
  return useChange('product', async (body: BulkInput) => {
    const answer = await api(bulk.change, { body })
    const { changed = body.ids, undo_token } = answer?.data ?? {}
    if (changed.length === 0) return { text: 'Nothing changed: they all had these values already' }
    return { text: `Edited ${plural(changed.length, 'product')}`, undo_token, isAnnounced: body.announce !== undefined }
  })
}

/** Changes the prices of several variants. */
export function useChangePrices() {
  const api = useApi()
  return useChange('price', async (body: PricesInput) => {
    const answer = await api(prices.change, { query: {}, body })
    const count = answer?.data.filter(({ before, after }) => before !== after).length ?? body.variant_ids.length
    return { text: `Changed ${plural(count, 'price')}`, undo_token: count === 0 ? undefined : answer?.undo_token }
  })
}

interface Outcome extends Partial<Undo> {
  readonly text: string
}

/** A change of several things at once. The toast offers Undo for as long as the server accepts it. */
function useChange<Body>(what: Changed, run: (body: Body) => Promise<Outcome>) {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async (body: Body) => {
      try {
        return await run(body)
      } catch (error) {
        // The refetched list shows which was deleted.
        if (isNotFound(error)) void queries.invalidateQueries({ queryKey: queryKeys.products })
        throw error
      }
    },
    success: ({ text, undo_token, isAnnounced }) => {
      if (undo_token === undefined) return text
      toast.success(text, offerUndo({ what, api, queries, undo_token, isAnnounced }))
      return null
    },
    failure: (error) =>
      isNotFound(error)
        ? `One of the ${what === 'price' ? 'variants' : 'products'} was deleted meanwhile. Nothing was changed.`
        : serverMessageOr(error, `Failed to change the ${what}s`),
    refresh: queryKeys.products,
  })
}

interface Undo {
  readonly undo_token: string
  readonly isAnnounced?: boolean
}

/** What was changed, in the singular. */
type Changed = 'product' | 'price'

interface Undoing extends Undo {
  readonly what: Changed
  readonly api: Api
  readonly queries: QueryClient
}

/** The options of a toast that offers Undo. Uses no hooks, because the dialog is closed when Undo is pressed. */
function offerUndo(undoing: Undoing, until = Date.now() + limits.undoSeconds * 1000) {
  let isPressed = false
  const onClick = () => {
    // A double click presses it twice.
    if (!isPressed) void undo(undoing, until)
    isPressed = true
  }
  return { action: { label: 'Undo', onClick }, duration: Math.max(until - Date.now(), toastLimits.durationMs) }
}

async function undo(undoing: Undoing, until: number): Promise<void> {
  const { what, api, queries, undo_token, isAnnounced } = undoing
  try {
    const answer = await api(bulk.undo, { body: { undo_token } })
    toast.success(undoneText(answer?.data, what, isAnnounced))
  } catch (error) {
    if (isUnauthenticated(error)) return
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
    const again = !isRefused && Date.now() < until ? offerUndo(undoing, until) : undefined
    toast.error(serverMessageOr(error, 'Failed to undo the change'), again)
  }
  void queries.invalidateQueries({ queryKey: queryKeys.products })
  // An open variant has its own query.
  if (what === 'price') void queries.invalidateQueries({ queryKey: queryKeys.variants })
}

/** The most products that a toast names. */
const mostNamed = 3

/** What was undone, and what stays because somebody has changed it since. */
function undoneText(undone: BulkUndo | undefined, what: Changed, isAnnounced = false): string {
  const message = isAnnounced ? ' A message that is posted already stays.' : ''
  if (undone === undefined) return `The change is undone.${message}`
  const { changed, kept } = undone
  const back = changed.length === 0 ? 'Nothing to bring back.' : `${plural(changed.length, what)} as before.`
  if (kept.length === 0) return `Undone: ${back}${message}`
  const named = kept.slice(0, mostNamed).map((one) => keptText(one, what))
  const others = kept.length - named.length
  const all = joinWords(others === 0 ? named : [...named, `${others} more`])
  return `Undone: ${back} Changed since, and left unchanged: ${all}.${message}`
}

const labels: Readonly<Record<string, string>> = { ...variantLabels, ...productLabels }

function keptText({ name, fields: kept }: BulkUndo['kept'][number], what: Changed): string {
  // It was deleted since.
  if (name === '') return what === 'price' ? 'a deleted variant' : 'a deleted product'
  return `${name} (${kept.map((field) => labels[field] ?? field).join(', ')})`
}
