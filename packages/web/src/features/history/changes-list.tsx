import type { ActivityRow } from '@keydesk/contract'
import { Undo2 } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { ChangedValue } from './changed-value.tsx'
import { labelOf, unspoken } from './field-words.ts'
import type { NameOf } from './value-text.ts'

/** The fields of a row that tell a person something. */
export const spokenChanges = ({ changes }: ActivityRow) => Object.entries(changes).filter(([field]) => !unspoken.has(field))

interface Props {
  readonly row: ActivityRow
  readonly nameOf: NameOf
  readonly onRestore: (field: string) => void
}

/** What a row changed, field by field. */
export const ChangesList = ({ row, nameOf, onRestore }: Props) => (
  <dl className="space-y-3 @2xl/history:space-y-2">
    {spokenChanges(row).map(([field, change]) => (
      <div key={field} className="gap-x-4 @2xl/history:grid @2xl/history:grid-cols-[10rem_minmax(0,1fr)] @2xl/history:items-baseline">
        <dt className="text-muted">{labelOf(field)}</dt>
        <dd className="min-w-0">
          <ChangedValue
            field={field}
            change={row.kind === 'create' ? { ...change, before: undefined } : change}
            nameOf={nameOf}
            action={row.restorable.includes(field) ? <RestoreButton label={labelOf(field)} onPress={() => onRestore(field)} /> : undefined}
          />
        </dd>
      </div>
    ))}
  </dl>
)

const RestoreButton = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => (
  <Button variant="ghost" size="sm" icon={<Undo2 aria-hidden />} aria-label={`Restore this value: ${label} before`} onClick={onPress}>
    Restore this value
  </Button>
)
