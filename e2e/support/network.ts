import type { Page, Route } from '@playwright/test'

const scripts = '**/assets/*.js'

/**
 * The browser goes offline when the page asks for code that its document does not name: all that was loaded before works, and the first
 * lazy part is missing.
 * @param answered the code that is asked for once a call to such an address was answered; without it, any
 */
export async function goOfflineAtLazyCode(page: Page, answered?: RegExp): Promise<void> {
  let isAnswered = answered === undefined
  page.on('response', (response) => void (isAnswered ||= answered?.test(response.url()) === true))
  await page.route(scripts, async (route) => {
    if (!isAnswered || (await isNamed(page, route))) return route.continue()
    await page.context().setOffline(true)
    return route.abort('internetdisconnected')
  })
}

/** Back online, with all code there. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.unroute(scripts)
}

/** The server was upgraded: it has no file of the old build any more, and says so as it says it of any address. */
export async function removeCode(page: Page, url: string): Promise<void> {
  const gone = await fetch(`${url}/assets/gone-00000000.js`)
  const answer = { status: gone.status, headers: Object.fromEntries(gone.headers), body: await gone.text() }
  await page.route(scripts, (route) => route.fulfill(answer))
}

export const restoreCode = (page: Page): Promise<void> => page.unroute(scripts)

/** The calls that fetch what the screens show. */
export const dataCalls = /^http:\/\/[^/]+\/(admin|products\/id|games-list)\b/

/** No data call gets an answer. Calls that are made after the returned function was called do; the earlier ones wait for ever. */
export async function hangDataCalls(page: Page): Promise<() => void> {
  let isHung = true
  // The route stays: taking it away would let the waiting calls through.
  await page.route(dataCalls, (route) => (isHung ? undefined : route.continue()))
  return () => void (isHung = false)
}

/** Whether the document of the address names the file, so that a browser fetches it without being asked by a script. */
async function isNamed(page: Page, route: Route): Promise<boolean> {
  // As the server sends it: a running app adds links of its own.
  const document = await fetch(page.url(), { headers: { accept: 'text/html' } })
  return (await document.text()).includes(new URL(route.request().url()).pathname)
}

/** A network whose faults a journey chooses, call by call (`GET /admin/coupons`). */
export async function chooseFaults(page: Page) {
  const faults: { readonly call: RegExp; readonly answer: (route: Route) => Promise<void> }[] = []
  const failing = (route: Route) => route.fulfill({ status: 503 })
  const cut = (route: Route) => route.abort('connectionreset')
  let isDown = false
  await page.route(dataCalls, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const index = faults.findIndex(({ call }) => call.test(`${route.request().method()} ${pathname}${search}`))
    const [fault] = index < 0 ? [] : faults.splice(index, 1)
    await (isDown ? failing(route) : fault === undefined ? route.continue() : fault.answer(route))
  })
  return {
    /** The next such calls do not reach the server. */
    fail(call: RegExp, times = 1, how: 'refused' | 'cut' = 'refused') {
      for (let count = 0; count < times; count += 1) faults.push({ call, answer: how === 'cut' ? cut : failing })
    },
    /** The answer to the next such call comes once the result is called. */
    hold(call: RegExp): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      const answer = async (route: Route) => {
        const response = await route.fetch()
        await promise
        // Nobody may wait for it any more.
        await route.fulfill({ response }).catch(() => undefined)
      }
      faults.push({ call, answer })
      return resolve
    },
    /** No call reaches the server until the result is called. */
    failAll(): () => void {
      isDown = true
      return () => void (isDown = false)
    },
  }
}
