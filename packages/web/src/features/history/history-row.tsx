import type { ActivityRow } from '@keydesk/contract'
import { ChevronRight, CirclePlus, Download, Eye, LogIn, Pencil, ShoppingCart, Trash2, Undo2, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { ChangesList, spokenChanges } from './changes-list.tsx'
import { sentenceOf } from './sentence.ts'
import { nameOfThing, ThingLink } from './thing-link.tsx'
import type { NameOf } from './value-text.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  create: CirclePlus,
  delete: Trash2,
  restore: Undo2,
  sale: ShoppingCart,
  sign_in: LogIn,
  read: Eye,
  export: Download,
}

export interface RowProps {
  readonly row: ActivityRow
  /** In the history of one thing, which is not named then. */
  readonly isAlone: boolean
  readonly nameOf: NameOf
  /** Asks before it brings something back; without a field the deleted thing. */
  readonly onRestore: (row: ActivityRow, field?: string) => void
  /** Narrows the list down to one thing. */
  readonly onShowOnly?: (kind: string, id: number) => void
}

/** One thing that was done: when, who and what in words; it opens to the values before and after. */
export function HistoryRow({ row, isAlone, nameOf, onRestore, onShowOnly }: RowProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const Icon = icons[row.kind] ?? Pencil
  const { before, names, after } = sentenceOf(row, isAlone, nameOf)
  const who = nameOfActor(row)
  const { kind, id: subjectId } = row.subject
  const showOnly = onShowOnly !== undefined && subjectId > 0 && (() => onShowOnly(kind, subjectId))
  const hasDetails = spokenChanges(row).length > 0 || showOnly !== false
  const canBringBack = row.can_restore && row.restorable.length === 0
  return (
    <li className="border-t border-border first:rounded-t-card first:border-t-0 last:rounded-b-card">
      <div
        className={`relative flex min-h-11 ${isOpen ? 'rounded-t-[inherit]' : 'rounded-[inherit]'} items-start gap-x-3 px-3 py-2.5 hover:bg-hover @2xl/history:px-4`}
      >
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 gap-x-4 @2xl/history:flex">
          <p className="min-w-0 flex-1 wrap-anywhere">
            <span className="font-medium">{who}</span> {before}
            {names && <ThingLink subject={row.subject} />}
            {after}
          </p>
          <p className="shrink-0 text-table text-muted">
            <DateText at={row.at} as="time" none="" />
          </p>
        </div>
        {canBringBack && (
          <Button size="sm" className="relative z-1 -my-1.5 touch:-my-3" icon={<Undo2 aria-hidden />} onClick={() => onRestore(row)}>
            Restore
          </Button>
        )}
        {hasDetails ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`Details: ${who} ${before}${names ? nameOfThing(row.subject) : ''}${after}`}
            onClick={() => setOpen(!isOpen)}
            // All of the line opens it; links and buttons lie above.
            className="-mx-1 -mt-0.5 -mb-1 rounded-sm p-1 after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <ChevronRight aria-hidden className={`size-4 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`} />
          </button>
        ) : (
          <span className="w-4 shrink-0" />
        )}
      </div>
      {hasDetails && (
        <div
          id={id}
          hidden={!isOpen}
          className="rounded-b-[inherit] border-t border-border bg-bg px-3 py-3 @2xl/history:pr-4 @2xl/history:pl-11"
        >
          {isOpen && (
            <>
              <ChangesList row={row} nameOf={nameOf} onRestore={(field) => onRestore(row, field)} />
              {showOnly !== false && (
                <Button variant="ghost" size="sm" className="mt-2 -ml-2.5" onClick={showOnly}>
                  Show only what was done to this
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </li>
  )
}

/** The server itself is called by its name. */
function nameOfActor({ actor }: ActivityRow): string {
  if (actor.kind === 'system') return 'Keydesk'
  return actor.name || 'Somebody'
}
