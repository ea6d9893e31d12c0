import { activity, type ActivityRow } from '@keydesk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { toast } from '../../kit/toast.tsx'
import { useOnce } from '../../kit/use-action.ts'
import { labelOf } from './field-words.ts'
import { restoredText } from './restored-text.ts'
import { placeOf } from './thing-link.tsx'

interface Wish {
  readonly row: ActivityRow
  /** Undefined for a deleted thing. */
  readonly field: string | undefined
}

/** Brings back the value before a row, or the thing that it deleted. A refusal is the caller's to show. */
export function useRestore(isAlone: boolean) {
  const api = useApi()
  const queries = useQueryClient()
  const router = useRouter()
  const restore = useMutation({
    mutationFn: ({ row, field }: Wish) => api(activity.restore, { params: { id: row.id }, body: field === undefined ? {} : { field } }),
    onSuccess: async (answer, { row, field }) => {
      const { subject } = row
      // The thing was deleted when the row was read.
      const place = placeOf({ ...subject, is_deleted: undefined })
      const open = place !== null && !isAlone && { label: 'Open', onClick: () => void router.navigate(place) }
      const text = field === undefined ? restoredText(subject, answer?.meta) : `${labelOf(field)} restored`
      toast.success(text, open ? { action: open } : undefined)
      // Its lists, its figures and what is sold with it.
      await queries.invalidateQueries({ queryKey: keys.everything })
    },
  })
  return useOnce(restore)
}
