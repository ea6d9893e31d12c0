import { expect, type Locator, type Page } from '@playwright/test'

/** Nothing on the screen is cut off, covered, or out of reach at the current window width. */
export const expectWellPlaced = (page: Page, name: string) =>
  // Elements that follow the window's width, such as a chart, are drawn a moment later.
  expect.soft
    .poll(() => page.evaluate(findMisplaced), { message: `${name}, ${page.viewportSize()?.width} px wide`, timeout: 5_000 })
    .toEqual([])

/**
 * The rows of a list are equally high, its header is one line, and on a phone its first card is near the top. Rows as cards have their
 * own heights.
 */
export const expectCalmList = (page: Page, name: string) =>
  expect.soft
    .poll(() => page.evaluate(findUneven), { message: `the list of ${name}, ${page.viewportSize()?.width} px wide`, timeout: 5_000 })
    .toEqual([])

/** A dialog or popover is inside the window, scrolls only vertically, and has the buttons of its footer in sight. */
export const expectFloatingFits = (page: Page, name: string) =>
  expect.soft
    .poll(() => page.evaluate(findMisfits), { message: `${name}, ${page.viewportSize()?.width} px wide`, timeout: 5_000 })
    .toEqual([])

/** Whether a press on the middle of a button reaches it. */
export const isReached = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** Where controls are in the page, scrolled or not. For checks that an action moves none of them. */
export const placesOf = (controls: readonly Locator[]) =>
  Promise.all(
    controls.map((control) =>
      control.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x: x + scrollX, y: y + scrollY, width, height }
      }),
    ),
  )

/** On a touch screen each control is at least 44 px high and wide, except links within a text. */
export const expectTouchable = (page: Page, name: string) =>
  expect.soft.poll(() => page.evaluate(findSmallTargets), { message: `touch targets of ${name}`, timeout: 5_000 }).toEqual([])

/** Runs in the page. */
function findMisplaced(): string[] {
  const problems: string[] = []
  const describe = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `<${element.tagName.toLowerCase()}> ${name.trim().slice(0, 40)}`
  }
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [data-radix-popper-content-wrapper]')].filter((each) =>
    each.checkVisibility(),
  )
  const root = dialogs.at(-1) ?? document.body

  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) problems.push(`the page scrolls sideways by ${scrollWidth - innerWidth} px`)

  /** Whether the predicate holds for an element or one of its ancestors. Cached, because most elements share their ancestors. */
  const inherited = (holds: (element: Element) => boolean) => {
    const known = new Map<Element, boolean>()
    const ask = (element: Element | null): boolean => {
      if (element === null) return false
      const answer = known.get(element) ?? (holds(element) || ask(element.parentElement))
      known.set(element, answer)
      return answer
    }
    return ask
  }
  const isClippedAway = inherited((element) => {
    const { clipPath, width, height, position } = getComputedStyle(element)
    return clipPath === 'inset(50%)' || (position === 'absolute' && width === '1px' && height === '1px')
  })
  /** Hidden from view on purpose, such as text for screen readers only. */
  const isHidden = (element: Element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isClippedAway(element)
  const shown = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)].filter((each) => !isHidden(each))
  const scrollers = new Set(['auto', 'scroll'])
  /** Content that can be scrolled into view is in reach. */
  const scrolls = {
    X: inherited((element) => scrollers.has(getComputedStyle(element).overflowX)),
    Y: inherited((element) => scrollers.has(getComputedStyle(element).overflowY)),
  }
  const isInScroller = (element: Element, axis: 'X' | 'Y') => scrolls[axis](element.parentElement)
  /** The part of a control that the scrollers around it do not clip. */
  const inSight = (control: Element) => {
    let { left, right, top, bottom } = control.getBoundingClientRect()
    for (let each = control.parentElement; each !== null; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each)
      if (!scrollers.has(overflowX) && !scrollers.has(overflowY)) continue
      const window = each.getBoundingClientRect()
      left = Math.max(left, window.left)
      right = Math.min(right, window.right)
      top = Math.max(top, window.top)
      bottom = Math.min(bottom, window.bottom)
    }
    return { left, right, top, bottom }
  }
  const isFixed = (element: Element): boolean => {
    for (let each: Element | null = element; each !== null && each !== root; each = each.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(each).position)) return true
    return false
  }

  // A control outside the window.
  const all = shown('button, a[href], input:not([type=hidden]), select, textarea, [role=tab], [contenteditable=true]').filter(
    (each) => each.getBoundingClientRect().width > 1,
  )
  for (const control of all) {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    if ((left < -1 || right > innerWidth + 1) && !isInScroller(control, 'X')) problems.push(`outside the window: ${describe(control)}`)
    if (root !== document.body && (top < -1 || bottom > innerHeight + 1) && !isInScroller(control, 'Y'))
      problems.push(`outside the window: ${describe(control)}`)
  }

  /** A small control in a corner of a card that is a link, such as its checkbox. If it is in sight, it must be on top. */
  const isOnCard = (control: Element, card: Element) => {
    const [small, large] = [control.getBoundingClientRect(), card.getBoundingClientRect()]
    if (!(card instanceof HTMLAnchorElement) || small.width * small.height > (large.width * large.height) / 10) return false
    const top = document.elementFromPoint(small.left + small.width / 2, small.top + small.height / 2)
    return top === null || !card.contains(top)
  }

  // Two controls in the same place. Sticky elements of the page or of a dialog cover scrolling content on purpose.
  const boxes = all.filter((each) => !isFixed(each)).map((control) => ({ control, box: inSight(control) }))
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (across <= 2 || down <= 2) continue
      if (one.control.contains(other.control) || other.control.contains(one.control)) continue
      // A button inside a field, such as the one that clears it.
      const field = [one.control, other.control].find((each) => each instanceof HTMLInputElement)
      if (field?.parentElement?.contains(one.control) === true && field.parentElement.contains(other.control)) continue
      if (isOnCard(one.control, other.control) || isOnCard(other.control, one.control)) continue
      problems.push(`overlap: ${describe(one.control)} and ${describe(other.control)}`)
    }

  // Text that is cut off, or that overflows its box.
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const node = texts.currentNode
    const holder = node.parentElement
    if (holder === null || node.textContent?.trim() === '' || isHidden(holder) || holder.closest('option, script, style') !== null) continue
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    for (let each: Element | null = holder; each !== null && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(each)
      const box = each.getBoundingClientRect()
      if (scrollers.has(overflowX) || scrollers.has(overflowY)) break
      const isClipped = overflowX !== 'visible' || overflowY !== 'visible'
      const isBox =
        each.matches('td, th, button, a, label, li, section, header, [role=dialog]') && getComputedStyle(each).display !== 'inline'
      if (!isClipped && !isBox) continue
      const isOut = text.right > box.right + 1 || text.left < box.left - 1 || (isClipped && text.bottom > box.bottom + 3)
      if (!isOut) continue
      const hasSign = textOverflow === 'ellipsis' || (webkitLineClamp !== 'none' && webkitLineClamp !== '')
      const opens =
        each.closest('a[href], button, [role=option], [data-tooltip], [data-cut], tr:has(a)') ??
        each.closest('li, td')?.querySelector('[aria-expanded]')
      if (hasSign && opens) break
      problems.push(`${isClipped ? 'cut off' : 'out of its box'}: ${describe(holder)} in <${each.tagName.toLowerCase()}>`)
      break
    }
  }
  return [...new Set(problems)].slice(0, 20)
}

/** Runs in the page. */
function findUneven(): string[] {
  const list = document.querySelector('main .data-table')
  if (list === null) return ['there is no list']
  const rows = [...list.querySelectorAll<HTMLElement>('tbody tr:not([data-space])')]
  const top = rows[0]?.getBoundingClientRect().top ?? 0
  if (innerWidth < 768)
    return innerWidth >= 400 && top + scrollY > 240 ? [`the first card is ${Math.round(top + scrollY)} px below the top`] : []
  // The address of a payout is shown whole: one of several lines makes its row higher.
  const hasLongAddress = (row: HTMLElement) => {
    const address = row.querySelector('[data-label="Wallet Address"] .font-mono')
    if (address === null) return false
    const text = document.createRange()
    text.selectNodeContents(address)
    return text.getClientRects().length > 1
  }
  const heights = new Set(rows.filter((row) => !hasLongAddress(row)).map((row) => Math.round(row.getBoundingClientRect().height)))
  const middles = [...list.querySelectorAll('th > *')]
    .filter((title) => title.textContent !== '' && title.checkVisibility({ visibilityProperty: true }))
    .map((title) => title.getBoundingClientRect())
    .map(({ top: above, height }) => above + height / 2)
  return [
    ...(list.scrollWidth > list.clientWidth ? [`the table is ${list.scrollWidth - list.clientWidth} px wider than its frame`] : []),
    ...(heights.size > 1 ? [`rows of ${[...heights].join(', ')} px`] : []),
    ...(Math.max(...middles) - Math.min(...middles) > 4 ? ['the header has several lines'] : []),
  ]
}

/** Runs in the page. */
function findMisfits(): string[] {
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [data-radix-popper-content-wrapper]')].findLast((each) =>
    each.checkVisibility(),
  )
  if (top === undefined) return ['nothing floats above the page']
  const problems: string[] = []
  const isOut = ({ left, right, top: above, bottom }: DOMRect) => left < 0 || above < 0 || right > innerWidth || bottom > innerHeight
  if (isOut(top.getBoundingClientRect())) problems.push('it reaches out of the window')
  for (const each of [top, ...top.querySelectorAll('*')]) {
    const { overflowX } = getComputedStyle(each)
    const isText = each.matches('input, textarea, pre, code')
    // A strip that fades at its edges is meant to scroll.
    const isStrip = each.matches('.faded-edges')
    if (!isText && !isStrip && (overflowX === 'auto' || overflowX === 'scroll') && each.scrollWidth > each.clientWidth)
      problems.push(`it scrolls sideways by ${each.scrollWidth - each.clientWidth} px`)
  }
  for (const button of top.querySelectorAll('footer button')) {
    const box = button.getBoundingClientRect()
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    if (isOut(box) || !(button.contains(over) || over?.contains(button))) problems.push(`out of sight: ${button.textContent}`)
  }
  return problems
}

/** Runs in the page. */
function findSmallTargets(): string[] {
  const small: string[] = []
  for (const control of document.querySelectorAll<HTMLElement>(
    'button, a[href], input:not([type=hidden]), select, textarea, [role=tab], [role=menuitem]',
  )) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // A label takes the press for the small box inside it.
    const target = control.closest('label') ?? control
    const box = target.getBoundingClientRect()
    // A small box may extend its press area with `::after`.
    const around = getComputedStyle(control, '::after')
    const margin = around.position === 'absolute' ? Math.max(0, -Number.parseFloat(around.left) || 0) : 0
    const [width, height] = [box.width + 2 * margin, box.height + 2 * margin]
    const isHidden = width <= 1 || height <= 1 || getComputedStyle(control).clipPath === 'inset(50%)'
    // A link in a sentence is as high as its line. A row takes the press for its link.
    const isInText = control.matches('a, p button') && getComputedStyle(control).display.startsWith('inline') && target === control
    const isRow = control.matches('td:first-child a') || control.tabIndex < 0
    if (isHidden || isInText || isRow || (width >= 43.5 && height >= 43.5)) continue
    small.push(`${Math.round(width)} x ${Math.round(height)}: ${control.getAttribute('aria-label') ?? control.textContent?.slice(0, 40)}`)
  }
  return small
}
