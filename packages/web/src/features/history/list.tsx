import { subjectKinds, type ActivityRow, type SubjectKind } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import {
  ChevronRight,
  CirclePlus,
  Download,
  Eye,
  LogIn,
  type LucideIcon,
  Pencil,
  ShoppingCart,
  Trash2,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { useCallback, useId, useMemo, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { productsQuery } from '../products/data.ts'
import { ChangesList, shownChanges } from './changes.tsx'
import { ThingLink, nameOfThing } from './links.tsx'
import { RestoreDialog } from './restore.tsx'
import { sentenceOf } from './sentence.ts'
import type { NameOf } from './value-text.ts'

interface Props {
  readonly label: string
  readonly rows: readonly ActivityRow[]
  /** In the history of one thing, whose rows do not name it. */
  readonly isAlone: boolean
  /** Filters the list by one thing. */
  readonly onShowOnly?: (kind: SubjectKind, id: number) => void
}

interface Restoring {
  readonly row: ActivityRow
  readonly field: string | undefined
}

/** Rows of the activity, with the question before a restore. */
export function HistoryList({ label, rows, isAlone, onShowOnly }: Props) {
  const [restoring, setRestoring] = useState<Restoring | null>(null)
  const nameOf = useProductNames(rows)
  const ask = useCallback((row: ActivityRow, field?: string) => setRestoring({ row, field }), [])
  return (
    <div className="@container/history">
      <ol aria-label={label} className="rounded-card border border-border bg-surface">
        {rows.map((row) => (
          <HistoryRow key={row.id} row={row} isAlone={isAlone} nameOf={nameOf} onRestore={ask} onShowOnly={onShowOnly} />
        ))}
      </ol>
      {restoring !== null && <RestoreDialog {...restoring} isAlone={isAlone} nameOf={nameOf} onClose={() => setRestoring(null)} />}
    </div>
  )
}

/** Names of the products that coupons list by id. Fetched only if a row has some. */
function useProductNames(rows: readonly ActivityRow[]) {
  const isNeeded = rows.some(({ changes }) => changes['applicable_products'] !== undefined)
  const { may } = useAuth()
  const products = useQuery({ ...productsQuery(useApi()), enabled: isNeeded && may('products:read') }).data
  const names = useMemo(() => new Map(products?.map(({ id, name }) => [id, name])), [products])
  return useCallback((id: number) => names.get(id), [names])
}

/** By action, or by kind. */
const icons: Readonly<Record<string, LucideIcon>> = {
  create: CirclePlus,
  delete: Trash2,
  restore: Undo2,
  sale: ShoppingCart,
  sign_in: LogIn,
  read: Eye,
  export: Download,
  'variant.ran_low': TriangleAlert,
}

interface RowProps {
  readonly row: ActivityRow
  /** In the history of one thing, whose rows do not name it. */
  readonly isAlone: boolean
  readonly nameOf: NameOf
  /** Asks, then restores a field, or without a field the deleted thing. */
  readonly onRestore: (row: ActivityRow, field?: string) => void
  /** Filters the list by one thing. */
  readonly onShowOnly?: (kind: SubjectKind, id: number) => void
}

/** One row: when, who and what; it opens to the old and new values. */
function HistoryRow({ row, isAlone, nameOf, onRestore, onShowOnly }: RowProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const Icon = icons[row.action] ?? icons[row.kind] ?? Pencil
  const { before, names, after } = sentenceOf(row, isAlone, nameOf)
  const who = nameOfActor(row)
  const { kind, id: subjectId } = row.subject
  // A newer server may know more kinds.
  const known = subjectKinds.find((one) => one === kind)
  const showOnly = onShowOnly !== undefined && known !== undefined && subjectId > 0 && (() => onShowOnly(known, subjectId))
  const hasDetails = shownChanges(row).length > 0 || showOnly !== false
  const canRestoreThing = row.can_restore && row.restorable.length === 0
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
        {canRestoreThing && (
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
            // The whole line opens it; links and buttons are above.
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
                  Show only activity of this
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </li>
  )
}

/** The name of the person, or of the server itself. A customer with the page of an order has no account. */
function nameOfActor({ actor }: ActivityRow): string {
  if (actor.kind === 'system') return actor.name === 'the customer' ? 'The customer' : 'Keydesk'
  return actor.name || 'Somebody'
}
