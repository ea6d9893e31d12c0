import { type ActivityRow, activity } from '@keydesk/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useApi } from '../../api/context.tsx'
import { ApiError, serverMessageOr } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Failed } from '../../kit/feedback/failed.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useOnce } from '../../kit/feedback/use-action.ts'
import { Modal } from '../../kit/overlay/dialog.tsx'
import { ChangedValue } from './changes.tsx'
import { restoreQuery } from './data.ts'
import { labelOf, nameOfField } from './field-words.ts'
import { nameOfThing, placeOf, restoredText } from './links.tsx'
import type { NameOf } from './value-text.ts'

interface Props {
  readonly row: ActivityRow
  /** Undefined for a deleted thing. */
  readonly field: string | undefined
  readonly isAlone: boolean
  readonly nameOf: NameOf
  readonly onClose: () => void
}

/** Asks before a restore and shows all changes, or why it cannot be restored. */
export function RestoreDialog({ row, field, isAlone, nameOf, onClose }: Props) {
  const restore = useRestore(isAlone)
  // Disabled during the restore, whose refetch would find nothing left to restore.
  const preview = useQuery({ ...restoreQuery(useApi(), row.id, field ?? ''), enabled: field !== undefined && !restore.isPending })
  const name = nameOfThing(row.subject)
  const changes = Object.entries(preview.data ?? {})
  // With the server's message the preview is refused, and a restore would be too; otherwise only the changes are unknown.
  const isUnknown = preview.error !== null && !(preview.error instanceof ApiError && preview.error.serverMessage !== null)
  const error = restore.error ?? (isUnknown ? null : preview.error)
  const footer = (
    <>
      <Button data-autofocus={field !== undefined || undefined} onClick={onClose}>
        Cancel
      </Button>
      <Button
        variant="primary"
        data-autofocus={field === undefined || undefined}
        disabled={field !== undefined && preview.data === undefined}
        busy={restore.isPending && 'Restoring...'}
        onClick={() => restore.mutate({ row, field }, { onSuccess: onClose })}
      >
        Restore
      </Button>
    </>
  )
  return (
    <Modal
      role="alertdialog"
      title={field === undefined ? `Restore ${name}?` : `Restore ${nameOfField(field)} of ${name}?`}
      description={field === undefined ? restoreDescription(row) : descriptionOf(changes.length)}
      onClose={onClose}
      footer={footer}
    >
      {field !== undefined && preview.isPending && <SkeletonLines lines={2} />}
      {changes.length === 1 &&
        changes.map(([each, change]) => <ChangedValue key={each} field={each} change={change} nameOf={nameOf} isBoth />)}
      {changes.length > 1 && (
        <dl className="space-y-3">
          {changes.map(([each, change]) => (
            <div key={each}>
              <dt className="text-muted">{labelOf(each)}</dt>
              <dd>
                <ChangedValue field={each} change={change} nameOf={nameOf} isBoth />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isUnknown && (
        <Failed
          title="Failed to fetch what it changes"
          error={preview.error}
          isTrying={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {error !== null && (
        <p role="alert" className="mt-3 text-red">
          {serverMessageOr(error, 'It could not be restored')}
        </p>
      )}
    </Modal>
  )
}

const descriptionOf = (changes: number): string => (changes > 1 ? 'These belong together, and change like this:' : 'It changes like this:')

function restoreDescription({ subject: { kind }, changes }: ActivityRow): string {
  const keys = Number(changes['keys_removed']?.after ?? 0)
  if (kind === 'product')
    return 'It comes back as it was: with its media, and with the variants and keys that were deleted together with it. Coupons for it apply again.'
  if (kind === 'variant')
    return keys === 0
      ? 'It comes back as it was. It had no keys for sale.'
      : `It comes back as it was, with its ${keys === 1 ? 'key' : 'keys'} for sale again.`
  if (kind === 'coupon') return 'It comes back as it was, with its uses. Customers can use its code again if it is active.'
  return 'It comes back as it was. Nothing is posted to Discord.'
}

interface RestoreInput {
  readonly row: ActivityRow
  /** Undefined for a deleted thing. */
  readonly field: string | undefined
}

/** Restores the value before a row, or the thing that it deleted. The caller shows a refusal. */
function useRestore(isAlone: boolean) {
  const api = useApi()
  const queries = useQueryClient()
  const router = useRouter()
  const restore = useMutation({
    mutationFn: ({ row, field }: RestoreInput) =>
      api(activity.restore, { params: { id: row.id }, body: field === undefined ? {} : { field } }),
    onSuccess: async (answer, { row, field }) => {
      const { subject } = row
      // The thing exists again: the row was read while it was deleted.
      const place = placeOf({ ...subject, is_deleted: undefined })
      const open = place !== null && !isAlone && { label: 'Open', onClick: () => void router.navigate(place) }
      const text = field === undefined ? restoredText(subject, answer) : `${labelOf(field)} restored`
      toast.success(text, open ? { action: open } : undefined)
      // Changes lists, statistics and everything sold with it.
      await queries.invalidateQueries({ queryKey: queryKeys.everything })
    },
  })
  return useOnce(restore)
}
