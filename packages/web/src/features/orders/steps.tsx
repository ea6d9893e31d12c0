import type { Order } from '@keydesk/contract'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isFree } from '../../kit/controls/keyboard.ts'
import { headButtonClass } from '../../kit/overlay/dialog.tsx'

/** A step is undefined at the end of the list. */
export interface OrderSteps {
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}

interface OrderList {
  readonly hasNextPage: boolean
  readonly fetchNextPage: (options: {
    readonly cancelRefetch: boolean
  }) => Promise<{ readonly data?: { readonly orders: readonly Order[] } }>
}

interface OpenOrder {
  readonly order: number | null
  readonly openOrder: (id: number) => void
}

/** The steps of the drawer through the orders of the list as shown. After the last one the next page is fetched. */
export function useOrderSteps(shown: readonly Order[] = [], list: OrderList, { order, openOrder }: OpenOrder): OrderSteps {
  // Ahead of the address while keys are pressed quickly.
  const open = useRef(order)
  useEffect(() => void (open.current = order), [order])

  const index = shown.findIndex(({ id }) => id === order)
  const [last, setLast] = useState({ order, index })
  if (index !== -1 && (index !== last.index || order !== last.order)) setLast({ order, index })

  const around = (id: number | null) => {
    const at = shown.findIndex((one) => one.id === id)
    if (at !== -1) return { previous: at - 1, next: at + 1 }
    // It has left the list, and the next one is in its place.
    return shown.length > 0 && id === last.order ? { previous: last.index - 1, next: last.index } : { previous: -1, next: -1 }
  }

  const step = async (way: keyof OrderSteps) => {
    const from = open.current
    const to = around(from)[way]
    if (to < 0) return
    const next = shown[to] ?? (await list.fetchNextPage({ cancelRefetch: false })).data?.orders[to]
    // The drawer may have been closed meanwhile.
    if (next === undefined || open.current !== from) return
    open.current = next.id
    openOrder(next.id)
  }

  const { previous, next } = around(order)
  return {
    previous: shown[previous] && (() => void step('previous')),
    next: next >= 0 && (next < shown.length || list.hasNextPage) ? () => void step('next') : undefined,
  }
}

const keys = [
  { step: 'previous', key: 'k', label: 'Previous order', Icon: ChevronUp },
  { step: 'next', key: 'j', label: 'Next order', Icon: ChevronDown },
] as const

interface StepButtonsProps {
  readonly order: number
  readonly steps: OrderSteps
  readonly drawer: RefObject<HTMLElement | null>
}

/** The buttons of the drawer's head, and their keys. At the end of the list they are not disabled, so that they keep the focus. */
export function StepButtons({ order, steps, drawer }: StepButtonsProps) {
  const before = useRef(order)
  useEffect(() => {
    if (before.current === order) return
    before.current = order
    document.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' })
    // Another row of the list was pressed.
    if (!drawer.current?.contains(document.activeElement)) drawer.current?.querySelector('h2')?.focus()
  }, [order, drawer])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const pressed = keys.find(({ key }) => key === event.key)
    if (pressed === undefined || event.ctrlKey || event.metaKey || event.altKey || !isFree(event, drawer.current)) return
    event.preventDefault()
    steps[pressed.step]?.()
  })
  useEffect(() => {
    // Before the screen, where the same keys move the focus from row to row.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
  return keys.map(({ step, key, label, Icon }) => (
    <button
      key={key}
      type="button"
      aria-label={label}
      aria-keyshortcuts={key}
      aria-disabled={steps[step] === undefined || undefined}
      data-tooltip={`${label} (${key})`}
      onClick={steps[step]}
      className={`${headButtonClass} ${steps[step] === undefined ? 'opacity-50' : ''}`}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  ))
}
