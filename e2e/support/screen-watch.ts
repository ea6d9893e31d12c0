import type { BrowserContext } from '@playwright/test'

/** In milliseconds: between two checks, until a screen counts as stable, and how long it may be blank or loading. */
const limits = { tick: 100, steady: 500, blank: 3_000, loading: 15_000 }

interface Sight {
  /** The address, and what the page shows. */
  readonly address: string
  readonly seen: string
}

export interface ScreenWatch {
  /** Screens that stayed blank, inert or loading. */
  readonly problems: readonly string[]
  /** Waits until every open page shows a screen, or is reported. */
  readonly settle: () => Promise<void>
}

/** Checks every page of a context, from each navigation on, for a screen that a person can read and use. */
export async function watchScreens(context: BrowserContext, patience = limits): Promise<ScreenWatch> {
  const problems: string[] = []
  await context.exposeBinding('reportScreen', (_, { address, seen }: Sight) => void problems.push(`${address}: ${seen}`))
  await context.addInitScript(watchScreen, patience)
  const settle = async () => {
    const waiting = context
      .pages()
      .map((page) => page.evaluate(() => (globalThis as { screenSettled?: () => Promise<void> }).screenSettled?.()))
    // A page that closes or navigates away has nothing left to wait for.
    await Promise.allSettled(waiting)
  }
  return { problems, settle }
}

/** Runs in the page, before any code of the app. */
function watchScreen({ tick, steady, blank, loading }: typeof limits): void {
  if (window !== window.top || !location.protocol.startsWith('http')) return
  type Screen = 'shown' | 'loading' | 'blank'

  const isPerceivable = (element: Element) =>
    element.closest('[inert], [aria-hidden=true]') === null &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })

  /** The part of an element that is inside the window. */
  const inWindow = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const box = {
      left: Math.max(left, 0),
      top: Math.max(top, 0),
      right: Math.min(right, innerWidth),
      bottom: Math.min(bottom, innerHeight),
    }
    return box.right - box.left >= 2 && box.bottom - box.top >= 2 ? box : null
  }
  const atCentre = (element: Element) => {
    const box = inWindow(element)
    return box === null ? null : document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
  }

  /** The middle of an element is its own, or a menu or popover of it lies there. */
  const isInSight = (element: Element) => {
    const top = atCentre(element)
    return top !== null && (element.contains(top) || top.closest('[data-radix-popper-content-wrapper]') !== null)
  }

  const visible = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((each) => isPerceivable(each) && inWindow(each) !== null)
  const hasButton = (element: Element) => [...element.querySelectorAll('button:enabled, a[href]')].some(isPerceivable)

  const hasText = (element: Element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const holder = texts.currentNode.parentElement
      if (holder === null || texts.currentNode.textContent?.trim() === '') continue
      if (holder.closest('[role=status], [role=alert]') === null && isPerceivable(holder) && inWindow(holder) !== null) return true
    }
    return false
  }

  const readScreen = (): Screen => {
    if (visible('[role=status]').some((status) => status.textContent?.includes('Loading...'))) return 'loading'
    const content = visible('main, dialog[open], [role=dialog], [role=alertdialog]')
    if (content.some((each) => hasText(each) && isInSight(each))) return 'shown'
    return visible('[role=alert]').some(hasButton) ? 'shown' : 'blank'
  }

  const describe = (): string => {
    const main = document.querySelector('main')
    const inMain = () => {
      if (main === null) return 'there is no main'
      if (!isPerceivable(main)) return 'main is hidden or inert'
      if (!hasText(main)) return 'main has no visible text'
      const cover = atCentre(main)
      return cover === null || main.contains(cover) ? 'main is in sight' : `main is covered by ${cover.outerHTML.slice(0, 100)}`
    }
    return `${inMain()}; the page says ${JSON.stringify(document.body?.innerText.replaceAll(/\s+/g, ' ').slice(0, 200) ?? '')}`
  }

  let shownTicks = 0
  let blankTicks = 0
  let waitingTicks = 0
  let isReported = false
  let isReportReceived = false
  const settled: (() => void)[] = []
  const settle = () => settled.splice(0).forEach((resolve) => resolve())

  const step = () => {
    const screen = readScreen()
    // Count checks instead of time: a stalled machine must not be reported as a fault of the page.
    shownTicks = screen === 'shown' ? shownTicks + 1 : 0
    blankTicks = screen === 'blank' ? blankTicks + 1 : 0
    waitingTicks = screen === 'shown' ? 0 : waitingTicks + 1
    // The previous screen stays visible while the next one loads, so a check right after a navigation proves nothing.
    if (shownTicks * tick >= steady || isReportReceived) return settle()
    if (isReported) return
    const isBlank = blankTicks * tick >= blank
    if (!isBlank && waitingTicks * tick < loading) return
    isReported = true
    const seen = isBlank ? `blank for ${blank / 1000} s` : `'Loading...' for ${loading / 1000} s`
    const { reportScreen } = globalThis as unknown as { reportScreen: (sight: Sight) => Promise<void> }
    const received = () => {
      isReportReceived = true
    }
    void reportScreen({ address: location.pathname + location.search, seen: `${seen}: ${describe()}` }).then(received)
  }

  // Start the timer now: a journey may later replace the page's timers.
  setInterval(step, tick)
  // Each new screen gets the full time.
  navigation.addEventListener('currententrychange', () => {
    shownTicks = 0
    blankTicks = 0
    waitingTicks = 0
    isReported = false
    isReportReceived = false
  })
  Object.assign(globalThis, { screenSettled: () => new Promise<void>((resolve) => settled.push(resolve)) })
}
