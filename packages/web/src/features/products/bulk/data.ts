import { type BulkInput, type BulkUndo, bulk, limits, productLabels, variantLabels } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../api/context.tsx'
import { isNotFound, serverMessageOr } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { toast } from '../../../kit/feedback/toast.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { joinWords, plural } from '../../../kit/text/format.ts'

/** Changes several products. The toast offers Undo for as long as the server accepts it. */
export function useChangeProducts() {
  const api = useApi()
  const queries = useQueryClient()
  const undo = useUndo('product')
  return useAction({
    run: async (body: BulkInput) => {
      try {
        return await api(bulk.change, { body })
      } catch (error) {
        // One of them was deleted; the refetched list shows which.
        if (isNotFound(error)) void queries.invalidateQueries({ queryKey: queryKeys.products })
        throw error
      }
    },
    success: (answer, body) => {
      const { changed = body.ids, undo_token } = answer?.data ?? {}
      const text =
        changed.length === 0 ? 'Nothing changed: they all had these values already' : `Edited ${plural(changed.length, 'product')}`
      if (undo_token === undefined || changed.length === 0) return text
      offerUndo(text, () => undo.mutate({ undo_token, isAnnounced: body.announce !== undefined }))
      return null
    },
    failure: (error) =>
      isNotFound(error)
        ? 'One of the products was deleted meanwhile. Nothing was changed.'
        : serverMessageOr(error, 'Failed to change the products'),
    refresh: queryKeys.products,
  })
}

/** A toast that offers to undo a change for as long as the server accepts it. */
export const offerUndo = (text: string, onClick: () => void): void =>
  toast.success(text, { action: { label: 'Undo', onClick }, duration: limits.undoSeconds * 1000 })

interface Undo {
  readonly undo_token: string
  readonly isAnnounced?: boolean
}

/** What was changed, in the singular. */
type Changed = 'product' | 'price'

/** Undoes a change of several products or prices. */
export function useUndo(changed: Changed) {
  const api = useApi()
  return useAction({
    run: ({ undo_token }: Undo) => api(bulk.undo, { body: { undo_token } }),
    success: (answer, { isAnnounced = false }) => undoneText(answer?.data, changed, isAnnounced),
    failure: { serverOr: 'Failed to undo the change' },
    refresh: queryKeys.products,
  })
}

/** The most products that a toast names. */
const mostNamed = 3

/** What was undone, and what stays because somebody has changed it since. */
function undoneText(undone: BulkUndo | undefined, what: Changed, isAnnounced: boolean): string {
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
