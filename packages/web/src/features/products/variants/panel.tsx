import { formatUsd, inSentence, type Product, type VariantSummary } from '@keydesk/contract'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronRight, KeyRound, Plus, Trash2 } from 'lucide-react'
import { use, useCallback, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../../kit/controls/button.tsx'
import { Badge } from '../../../kit/feedback/badge.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { readDraft } from '../../../kit/form/draft-store.ts'
import { DraftOwner } from '../../../kit/form/draft-offer.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { useConfirm } from '../../../kit/overlay/confirm.tsx'
import { useFocusRefuge } from '../../../kit/overlay/focus.ts'
import { useSetSearchParams } from '../../../kit/search-params.ts'
import { formatDays, plural } from '../../../kit/text/format.ts'
import { useMay } from '../../../session/session-provider.tsx'
import { useUndoDeletion } from '../../history/parts.tsx'
import { DeletedNote } from '../editor/parts.tsx'
import type { ReportUnsaved } from '../editor/unsaved.ts'
import { isShort, stockOf } from '../format.ts'
import { useAddVariant, useVariantActions } from './data.ts'

const route = getRouteApi('/frame/products/$id')

interface VariantsPanelProps {
  readonly product: Product
  readonly onUnsaved: ReportUnsaved
}

/** The variants of a product, each with its price and stock. */
export function VariantsPanel({ product, onUnsaved }: VariantsPanelProps) {
  const add = useAddVariant(product.id)
  const { variant: askedFor } = route.useSearch()
  const [added, setAdded] = useState<number | null>(null)
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback<ReportUnsaved>(
    (id, part) => {
      onUnsaved(id, part)
      setUnsaved((before) => (part === null ? before.difference(new Set([id])) : before.union(new Set([id]))))
    },
    [onUnsaved],
  )
  const [shown, setShown] = useState(product.variants)
  const rows = withGone(product.variants, shown, ({ id }) => unsaved.has(`variant-${id}`) || unsaved.has(`add-keys-${id}`))
  if (rows.length !== shown.length || rows.some((variant, index) => variant !== shown[index])) setShown(rows)
  const stored = new Set(product.variants)
  const list = useFocusRefuge()
  // A variant is named in its editor, which needs keys:read.
  const actions = useMay()('keys:read') && (
    <Button
      icon={<Plus aria-hidden />}
      size="sm"
      busy={add.isPending && 'Adding...'}
      onClick={() => add.mutate(undefined, { onSuccess: (id) => setAdded(id ?? null) })}
    >
      Add Variant
    </Button>
  )

  return (
    <Panel id="variants" title="Variants" description="Each is stored by its own Save Variant." actions={actions} padded={false}>
      <div ref={list} tabIndex={-1}>
        {rows.length === 0 ? (
          <div className="border-t border-border">
            <EmptyState icon={<KeyRound />} title="No variants yet" hint="Add one to give the product a price and keys to sell." />
          </div>
        ) : (
          <ul aria-label="Variants" className="overflow-hidden rounded-b-card">
            {rows.map((variant) => (
              <VariantRow
                key={variant.id}
                variant={variant}
                isEdited={unsaved.has(`variant-${variant.id}`)}
                isGone={!stored.has(variant)}
                hasNamesake={rows.some(({ id, name }) => id !== variant.id && name === variant.name)}
                isNew={variant.id === added}
                isAskedFor={variant.id === askedFor}
                onUnsaved={report}
              />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

/** The stored variants, and in their places those that were deleted while there is unsaved input in them. */
function withGone(stored: readonly VariantSummary[], shown: readonly VariantSummary[], isUnsaved: (variant: VariantSummary) => boolean) {
  const rows = [...stored]
  for (const [index, variant] of shown.entries()) {
    if (stored.some(({ id }) => id === variant.id) || !isUnsaved(variant)) continue
    const before = shown[index - 1]
    rows.splice(rows.findIndex(({ id }) => id === before?.id) + 1, 0, variant)
  }
  return rows
}

const OpenedVariant = lazyPart(async () => (await import('./editor.tsx')).OpenedVariant)

interface VariantRowProps {
  readonly variant: VariantSummary
  readonly isEdited: boolean
  /** Deleted, with unsaved input. */
  readonly isGone: boolean
  /** Customers cannot tell the two apart. */
  readonly hasNamesake: boolean
  /** Just created by Add Variant: opens and gets the focus. */
  readonly isNew: boolean
  /** The variant in the address. */
  readonly isAskedFor: boolean
  readonly onUnsaved: ReportUnsaved
}

/** A variant as a row that opens in place. Once opened it stays mounted, so that closing it loses no edit. */
function VariantRow({ variant, isEdited, isGone, hasNamesake, isNew, isAskedFor, onUnsaved }: VariantRowProps) {
  const owner = use(DraftOwner)
  // Open if there is a draft of an earlier visit, because it is offered inside.
  const [chosen, setChosen] = useState<'open' | 'closed' | null>(() => (readDraft(owner, `variant:${variant.id}`) ? 'open' : null))
  // For good: it must stay mounted when another variant is the new one.
  if (chosen === null && isNew) setChosen('open')
  const isOpen = chosen === 'open'
  const confirm = useConfirm()
  const seesKeys = useMay()('keys:read')
  const { remove } = useVariantActions(variant.id)
  const canRestore = useUndoDeletion('variant') !== undefined
  const stock = stockOf(variant)
  const panelId = `variant-${variant.id}`

  const row = useRef<HTMLLIElement>(null)
  const [wasAskedFor, setAskedFor] = useState(false)
  if (wasAskedFor !== isAskedFor) {
    setAskedFor(isAskedFor)
    if (isAskedFor) setChosen('open')
  }
  useEffect(() => {
    if (isAskedFor) row.current?.scrollIntoView({ block: 'start' })
  }, [isAskedFor])

  const change = useSetSearchParams()
  const toggle = () => {
    setChosen(isOpen ? 'closed' : 'open')
    // Otherwise a link to it would change nothing.
    if (isOpen && isAskedFor) void change({ variant: undefined, view: undefined })
  }
  const ask = async () => {
    const lost = stock === undefined ? 'Its unsold keys' : plural(stock, 'unsold key')
    const end = canRestore ? 'It can be restored from Activity for 30 days.' : 'This cannot be undone.'
    const text = `${lost} will be deleted; sold keys stay with their orders. ${end}`
    if (await confirm({ title: `Delete the variant ${inSentence(variant.name)}?`, text, yes: 'Delete Variant', isDanger: true }))
      remove.mutate(variant)
  }

  // Deleted from here: its input goes too.
  if (isGone && (remove.isPending || remove.isSuccess)) return null
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
              {isGone && <Badge tone="red">Deleted</Badge>}
              {hasNamesake && <Badge tone="yellow">Name used twice</Badge>}
              {variant.is_draft && <Badge tone="neutral">Draft</Badge>}
              {variant.is_low && stock !== 0 && <Badge tone="yellow">{lowText(variant.days_left)}</Badge>}
              {isEdited && <span className="text-caption text-accent">Unsaved</span>}
              <span aria-hidden className="w-full sm:hidden" />
              <span className="shrink-0 text-table tabular-nums sm:w-24 sm:text-right">{formatUsd(variant.price)}</span>
              <span className="shrink-0 text-table text-muted tabular-nums sm:w-24 sm:text-right">{stockText(stock)}</span>
            </span>
          </button>
        </h3>
        {!isGone && (
          <IconButton
            label={`Delete variant ${variant.name}`}
            icon={<Trash2 aria-hidden />}
            variant="danger"
            busy={remove.isPending}
            onClick={() => void ask()}
          />
        )}
      </div>
      {/* The scroll margin keeps the row visible when a link scrolls here. */}
      <div id={panelId} hidden={!isOpen} className="scroll-mt-12 border-t border-border bg-bg px-4 py-4">
        {isGone && (
          <div className="mb-4">
            <DeletedNote kind="variant" id={variant.id}>
              Nothing can be saved. What you typed stays on screen, so that you can copy it.
            </DeletedNote>
          </div>
        )}
        {seesKeys && chosen !== null && (
          <OpenedVariant summary={variant} isNew={isNew} onUnsaved={onUnsaved} onProblem={() => setChosen('open')} />
        )}
        {!seesKeys && <p className="text-muted">A variant is edited beside its keys, which you may not see. Ask an owner.</p>}
      </div>
    </li>
  )
}

const lowText = (daysLeft: number | undefined) => (isShort(daysLeft) ? `Low: ${formatDays(daysLeft)} left` : 'Low')

function stockText(stock: number | undefined): string {
  if (stock === undefined) return ''
  return stock === 0 ? 'No keys' : plural(stock, 'key')
}
