import type { ActivityRow } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useListApi } from '../../api/context.tsx'
import { Button } from '../../kit/button.tsx'
import { Modal } from '../../kit/dialog.tsx'
import { SkeletonLines } from '../../kit/skeleton.tsx'
import { failureText } from '../../kit/use-action.ts'
import { ChangedValue } from './changed-value.tsx'
import { nameOfField } from './field-words.ts'
import { presentQuery } from './history-data.ts'
import { nameOfThing } from './thing-link.tsx'
import { useRestore } from './use-restore.ts'
import type { NameOf } from './value-text.ts'

interface Props {
  readonly row: ActivityRow
  /** Undefined for a deleted thing. */
  readonly field: string | undefined
  readonly isAlone: boolean
  readonly nameOf: NameOf
  readonly onClose: () => void
}

/** Asks before something is brought back, and says why where it cannot be. */
export function RestoreDialog({ row, field, isAlone, nameOf, onClose }: Props) {
  const restore = useRestore(isAlone)
  const name = nameOfThing(row.subject)
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant="primary"
        data-autofocus
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
      description={field === undefined ? whatComesBack(row) : 'It changes like this:'}
      onClose={onClose}
      footer={footer}
    >
      {field !== undefined && <Change row={row} field={field} nameOf={nameOf} />}
      {restore.isError && (
        <p role="alert" className="mt-3 text-red">
          {failureText(restore.error, { serverOr: 'It could not be restored' })}
        </p>
      )}
    </Modal>
  )
}

/** From what it is now, which others may have changed since. */
function Change({ row, field, nameOf }: { readonly row: ActivityRow; readonly field: string; readonly nameOf: NameOf }) {
  const { kind, id } = row.subject
  const present = useQuery(presentQuery(useListApi(), { kind, id }, field))
  if (present.isPending) return <SkeletonLines lines={2} />
  // Where that cannot be told, from what this row made of it.
  const change = { before: (present.data ?? row.changes[field])?.after, after: row.changes[field]?.before }
  return <ChangedValue field={field} change={change} nameOf={nameOf} isBoth />
}

function whatComesBack({ subject: { kind }, changes }: ActivityRow): string {
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
