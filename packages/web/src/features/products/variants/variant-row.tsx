import { formatUsd, type VariantSummary } from '@keydesk/contract'
import { ChevronRight, Trash2 } from 'lucide-react'
import { use, useEffect, useRef, useState } from 'react'
import { Badge } from '../../../kit/badge.tsx'
import { useConfirm } from '../../../kit/confirm.tsx'
import { readDraft } from '../../../kit/draft-store.ts'
import { formatCount, formatDays, inSentence, plural } from '../../../kit/format.ts'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { useUndoDeletion } from '../../history/history-parts-data.tsx'
import { IconButton } from '../../../kit/icon-button.tsx'
import { DraftOwner } from '../../../kit/use-draft.tsx'
import { isShort } from '../product-stock.ts'
import { stockOf } from '../product-summary.ts'
import type { ReportLoose } from '../use-loose.ts'

const OpenedVariant = lazyPart(async () => (await import('./opened-variant.tsx')).OpenedVariant)
import { useVariantActions } from './variants-data.ts'

interface Props {
  readonly variant: VariantSummary
  readonly isEdited: boolean
  /** It was created a moment ago and is meant to be filled in. */
  readonly isNew: boolean
  /** The address names it. */
  readonly isAskedFor: boolean
  readonly onLoose: ReportLoose
}

/** A variant as a row that opens in place. Once opened it stays mounted, so that closing it loses no edit. */
export function VariantRow({ variant, isEdited, isNew, isAskedFor, onLoose }: Props) {
  const owner = use(DraftOwner)
  // A draft of an earlier visit is offered inside.
  const [chosen, setChosen] = useState<'open' | 'closed' | null>(() => (readDraft(owner, `variant:${variant.id}`) ? 'open' : null))
  const isOpen = chosen === 'open' || (chosen === null && (isNew || isAskedFor))
  const confirm = useConfirm()
  const { remove } = useVariantActions(variant.id)
  const canRestore = useUndoDeletion('variant') !== undefined
  const stock = stockOf(variant)
  const panelId = `variant-${variant.id}`

  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isAskedFor) row.current?.scrollIntoView({ block: 'start' })
  }, [isAskedFor])

  const toggle = () => setChosen(isOpen ? 'closed' : 'open')
  const ask = async () => {
    const lost = stock === undefined ? 'Its unsold keys' : plural(stock, 'unsold key')
    const end = canRestore ? 'It can be restored from Activity for 30 days.' : 'This cannot be undone.'
    const text = `${lost} will be deleted; sold keys stay with their orders. ${end}`
    if (await confirm({ title: `Delete the variant ${inSentence(variant.name)}?`, text, yes: 'Delete Variant', danger: true }))
      remove.mutate()
  }

  return (
    <li ref={row} className="border-t border-border">
      <div className="flex items-center gap-1 pr-2 hover:bg-hover">
        <h3 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={toggle}
            className="flex min-h-11 w-full items-center gap-3 px-4 text-left -outline-offset-2"
          >
            <ChevronRight aria-hidden className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`} />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-1.5">
              <span className="min-w-40 flex-1 truncate font-medium">{variant.name || 'Without a name'}</span>
              {variant.is_draft && <Badge tone="neutral">Draft</Badge>}
              {variant.is_low && stock !== 0 && <Badge tone="yellow">{lowText(variant.days_left)}</Badge>}
              {isEdited && <span className="text-caption text-accent">Unsaved</span>}
              <span aria-hidden className="w-full sm:hidden" />
              <span className="shrink-0 text-table tabular-nums sm:w-24 sm:text-right">{formatUsd(variant.price)}</span>
              <span className="shrink-0 text-table text-muted tabular-nums sm:w-24 sm:text-right">{stockText(stock)}</span>
            </span>
          </button>
        </h3>
        <IconButton
          label={`Delete variant ${variant.name}`}
          icon={<Trash2 aria-hidden />}
          variant="danger"
          busy={remove.isPending}
          onClick={() => void ask()}
        />
      </div>
      {/* A link to it leaves its row in sight. */}
      <div id={panelId} hidden={!isOpen} className="scroll-mt-12 border-t border-border bg-bg px-4 py-4">
        {(isOpen || chosen === 'closed') && <OpenedVariant summary={variant} isNew={isNew} onLoose={onLoose} />}
      </div>
    </li>
  )
}

const lowText = (daysLeft: number | undefined) => (isShort(daysLeft) ? `Low: ${formatDays(daysLeft)} left` : 'Low')

function stockText(stock: number | undefined): string {
  if (stock === undefined) return ''
  return stock === 0 ? 'No keys' : `${formatCount(stock)} ${stock === 1 ? 'key' : 'keys'}`
}
