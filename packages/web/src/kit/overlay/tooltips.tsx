import { useEffect, useRef } from 'react'

/** Before the first one shows under a resting pointer; from one control to the next there is no wait. */
const showMs = 350
/** The pointer may go over to the tooltip itself. */
const hideMs = 150

/**
 * Shows the text of `data-tooltip` of whatever is hovered or has the keyboard's focus (WCAG 1.4.13): it stays while the pointer is on it,
 * and Esc hides it. Mounted once. A tooltip that says more than the name of its control describes it for screen readers.
 */
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => attach(box.current!), [])
  return <div ref={box} id={tooltipId} role="tooltip" popover="manual" className="tooltip" />
}

const tooltipId = 'tooltip'

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
    const text = target.dataset['tooltip'] ?? ''
    // Gone while the pointer rested, as after a press.
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
    const over = target.closest<HTMLElement>('[data-tooltip]')
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
  // What a press opens must not lie under a tooltip.
  on('pointerdown', hide)
  on('click', hide)
  on('scroll', hide)
  on('keydown', (event) => {
    if (event.key !== 'Escape' || shown === null) return
    hide()
    // The tooltip alone: the next press closes what is around it.
    event.stopPropagation()
    event.preventDefault()
  })
  return () => {
    listening.abort()
    hide()
  }
}
