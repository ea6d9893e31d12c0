import type { ActivityChange, ActivityRow } from '@keydesk/contract'
import { ArrowRight, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { labelOf, hiddenFields, wordsOf } from './field-words.ts'
import { type NameOf, isLong, textOfValue } from './value-text.ts'

/** The changes that mean something to a person. */
export const shownChanges = ({ changes }: ActivityRow) => Object.entries(changes).filter(([field]) => !hiddenFields.has(field))

interface ChangesListProps {
  readonly row: ActivityRow
  readonly nameOf: NameOf
  readonly onRestore: (field: string) => void
}

/** What a row changed, field by field. */
export const ChangesList = ({ row, nameOf, onRestore }: ChangesListProps) => (
  <dl className="space-y-3 @2xl/history:space-y-2">
    {shownChanges(row).map(([field, change]) => (
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

const DifferenceView = lazyPart(async () => (await import('./difference.tsx')).DifferenceView, <SkeletonLines lines={3} />)

interface ChangedValueProps {
  readonly field: string
  readonly change: ActivityChange
  readonly nameOf: NameOf
  /** Shown beside the old value. */
  readonly action?: ReactNode
  /** Shows both values, also an absent one. */
  readonly isBoth?: boolean
}

/** The old and the new value, or the only one. Long texts are compared word by word. */
export function ChangedValue({ field, change, nameOf, action, isBoth = action !== undefined }: ChangedValueProps) {
  const before = textOfValue(field, change.before, nameOf)
  const after = textOfValue(field, change.after, nameOf)
  const isCompared = isBoth || (before !== null && after !== null)
  if (isCompared && (isLong(before) || isLong(after))) {
    return (
      <div className="space-y-1">
        <DifferenceView before={before ?? ''} after={after ?? ''} />
        {change.is_cut === true && <p className="text-caption text-muted">Too long for the history: this is only its beginning.</p>}
        {action !== undefined && <div className="-ml-2.5">{action}</div>}
      </div>
    )
  }
  // A new thing has no old value, a deleted one no new value.
  const isOneSided = !isCompared && (isAbsent(change.before) || isAbsent(change.after))
  if (isOneSided) return <Value text={after ?? before} field={field} />
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
      <Value text={before} field={field} isPast />
      {action}
      <span className="flex min-w-0 items-center gap-x-2 pl-1">
        <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="sr-only">changed to</span>
        <Value text={after} field={field} />
      </span>
    </div>
  )
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined

interface ValueProps {
  readonly text: string | null
  readonly field: string
  readonly isPast?: boolean
}

function Value({ text, field, isPast = false }: ValueProps) {
  if (text === null) return <span className="text-muted">nothing</span>
  const isCode = wordsOf(field).isCode === true
  return (
    <span className={`min-w-0 wrap-anywhere whitespace-pre-wrap ${isPast ? 'text-muted' : ''} ${isCode ? 'font-mono' : 'tabular-nums'}`}>
      {text}
    </span>
  )
}
