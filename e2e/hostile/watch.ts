import { expect, type BrowserContext, type Page } from '@playwright/test'

export interface Watch {
  /** What happened so far that must not: scripts that ran, dialogs, requests to others, reports of the page's policy. */
  readonly incidents: readonly string[]
}

/** Plants `own()`, which every hostile text calls, and records whatever a hostile text could bring about in any page. */
export async function watch(context: BrowserContext, origin: string): Promise<Watch> {
  const incidents: string[] = []
  await context.exposeBinding('reportIncident', (_, incident: string) => void incidents.push(incident))
  await context.addInitScript(() => {
    const { reportIncident } = globalThis as unknown as { reportIncident: (incident: string) => void }
    Object.assign(globalThis, { own: (payload?: number) => reportIncident(`script ran: ${payload ?? '?'}`) })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      reportIncident(`policy: ${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })
  context.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('console', (message) => {
    if (/content[ -]security[ -]policy/i.test(message.text())) incidents.push(`console: ${message.text()}`)
  })
  context.on('page', (page) => {
    page.on('websocket', (socket) => incidents.push(`socket: ${socket.url()}`))
    if (page.url() !== 'about:blank') incidents.push(`window: ${page.url()}`)
  })
  // Nothing leaves the machine, whatever asks.
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== origin,
    (route) => {
      incidents.push(`request: ${route.request().url()}`)
      return route.abort()
    },
  )
  return { incidents }
}

/** Everything in the page that could still run or load something, were it clicked, hovered over or waited for. */
export async function expectHarmlessPage(page: Page): Promise<void> {
  const harm = await page.evaluate(() => {
    const allowed = ['http:', 'https:', 'ftp:', 'ftps:', 'mailto:', 'tel:', 'callto:', 'sms:', 'cid:', 'xmpp:']
    const strange =
      'iframe, frame, object, embed, applet, base, portal, fencedframe, form[action], [formaction], [srcdoc], [ping], math, animate, set, use'
    const found: Element[] = [
      ...document.querySelectorAll(`${strange}, script:not([src^="/assets/"], [src="/theme.js"]), meta[http-equiv=refresh]`),
    ]
    for (const element of document.querySelectorAll('*')) {
      const isLink = element.hasAttribute('href') && !['svg', 'path'].includes(element.localName)
      const href = URL.parse(element.getAttribute('href') ?? '', document.baseURI)
      if (isLink && (href === null || !allowed.includes(href.protocol))) found.push(element)
      if (element.getAttributeNames().some((name) => /^on|^xlink:/i.test(name))) found.push(element)
    }
    return found.map((element) => element.outerHTML.slice(0, 200))
  })
  expect(harm, page.url()).toEqual([])
}

/** The screen shows every one of these as plain text. */
export async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          // Fields drop line breaks, and blanks may be put between; neither is what this looks for.
          const bare = (text: string) => text.replaceAll(/[\s\p{Cc}]/gu, '')
          const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
          const shown = bare([document.body.textContent, ...fields.map((field) => field.value)].join('\n'))
          return wanted.filter((text) => !shown.includes(bare(text))).slice(0, 3)
        }, texts),
      { message: `shown on ${page.url()}` },
    )
    .toEqual([])
}
