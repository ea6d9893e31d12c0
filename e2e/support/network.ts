import type { Page, Route } from '@playwright/test'

const scripts = '**/assets/*.js'

/**
 * Takes the browser offline when the page requests code that its document does not name: everything loaded before works, and the first lazy
 * part is missing.
 * @param answered only code requested after a call to such an address was answered; if left out, any code
 * @param held only this file, which waits for that answer if it is requested earlier
 */
export async function goOfflineAtLazyCode(page: Page, answered?: RegExp, held?: RegExp): Promise<void> {
  let isAnswered = answered === undefined
  const answer = page.waitForResponse((response) => answered?.test(response.url()) === true, { timeout: 0 }).catch(() => undefined)
  void answer.then(() => (isAnswered = true))
  await page.route(scripts, async (route) => {
    if (held?.test(route.request().url()) === true) await answer
    else if (held !== undefined) return route.continue()
    if (!isAnswered || (await isNamed(page, route))) return route.continue()
    await page.context().setOffline(true)
    return route.abort('internetdisconnected')
  })
}

/** Takes the browser back online, with all code available. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.unroute(scripts)
}

/** Simulates an upgrade of the server: a file of the old build gets the server's answer for a missing file. */
export async function removeCode(page: Page, url: string): Promise<void> {
  const gone = await fetch(`${url}/assets/gone-00000000.js`)
  const answer = { status: gone.status, headers: Object.fromEntries(gone.headers), body: await gone.text() }
  await page.route(scripts, (route) => route.fulfill(answer))
}

export const restoreCode = (page: Page): Promise<void> => page.unroute(scripts)

/** The calls that fetch the data of the screens. */
export const dataCalls = /^http:\/\/[^/]+\/(admin|products\/id|games-list)\b/

/** Leaves data calls unanswered until the returned function is called. Calls made before that stay unanswered. */
export async function hangDataCalls(page: Page): Promise<() => void> {
  let isHung = true
  // Keep the route: removing it would let the waiting calls through.
  await page.route(dataCalls, (route) => (isHung ? undefined : route.continue()))
  return () => void (isHung = false)
}

/** Whether the document of the address names the file, so that a browser fetches it without a script. */
async function isNamed(page: Page, route: Route): Promise<boolean> {
  // Read the document from the server: a running app adds links to it.
  const document = await fetch(page.url(), { headers: { accept: 'text/html' } })
  return (await document.text()).includes(new URL(route.request().url()).pathname)
}

/** A network whose faults a journey chooses by call (`GET /admin/coupons`). */
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
    /** The next matching calls do not reach the server. */
    fail(call: RegExp, times = 1, how: 'refused' | 'cut' = 'refused') {
      for (let count = 0; count < times; count += 1) faults.push({ call, answer: how === 'cut' ? cut : failing })
    },
    /** Holds the answer to the next matching call until the returned function is called. */
    hold(call: RegExp): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      const answer = async (route: Route) => {
        const response = await route.fetch()
        await promise
        // The page may have dropped the request.
        await route.fulfill({ response }).catch(() => undefined)
      }
      faults.push({ call, answer })
      return resolve
    },
    /** No call reaches the server until the returned function is called. */
    failAll(): () => void {
      isDown = true
      return () => void (isDown = false)
    },
  }
}
