import { useEffect, useRef } from 'react'

/** The delay before the first tooltip; between neighbours there is none. */
const showMs = 350
/** Gives the pointer time to move to the tooltip itself. */
const hideMs = 150

/**
 * Shows the `data-tooltip` text of the hovered or focused element (WCAG 1.4.13): it stays while the pointer is on it, and Esc hides it.
 * Mounted once. A tooltip that differs from the name of its control is also its description for screen readers.
 */
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => attach(box.current!), [])
  return <div ref={box} id={tooltipId} role="tooltip" popover="manual" className="tooltip" />
}

const tooltipId = 'tooltip'

/** The whole text of a cell that shows only its start. */
const cutText = (cell: HTMLElement): string => (cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : '')

function attach(box: HTMLElement): () => void {
  let shown: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const listening = new AbortController()

  const hide = () => {
    clearTimeout(timer)
    if (shown === null) return
    shown.style.removeProperty('anchor-name')
    if (shown.getAttribute('aria-describedby') === tooltipId) shown.removeAttribute('aria-describedby')
    shown = null
    box.hidePopover()
  }
  const show = (target: HTMLElement) => {
    hide()
    const text = target.dataset['tooltip'] ?? cutText(target)
    // The element may have disappeared during the delay.
    if (text === '' || !target.isConnected) return
    shown = target
    box.textContent = text
    box.dataset['side'] = target.dataset['tooltipSide'] ?? 'top'
    target.style.setProperty('anchor-name', '--tooltip')
    if (target.ariaLabel !== text && !target.hasAttribute('aria-describedby')) target.setAttribute('aria-describedby', tooltipId)
    box.showPopover()
  }
  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, listener, { capture: true, signal: listening.signal })

  on('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    if (box.contains(target)) return clearTimeout(timer)
    const over = target.closest<HTMLElement>('[data-tooltip], [data-cut] > div')
    if (over === shown && over !== null) return clearTimeout(timer)
    clearTimeout(timer)
    if (over !== null) timer = setTimeout(() => show(over), shown === null ? showMs : 0)
    else if (shown !== null && !shown.matches(':focus-visible')) timer = setTimeout(hide, hideMs)
  })
  on('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[data-tooltip]:focus-visible')) show(target)
    else hide()
  })
  on('focusout', hide)
  // A tooltip must not cover what a press opens.
  on('pointerdown', hide)
  on('click', hide)
  on('scroll', hide)
  on('keydown', (event) => {
    if (event.key !== 'Escape' || shown === null) return
    hide()
    // This Esc hides only the tooltip; the next one closes the dialog around it.
    event.stopPropagation()
    event.preventDefault()
  })
  return () => {
    listening.abort()
    hide()
  }
}
