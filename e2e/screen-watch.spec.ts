import { expect, test } from '@playwright/test'
import { watchScreens } from './support/screen-watch.ts'

const quick = { tick: 20, steady: 100, blank: 300, loading: 1_000 }

/** Pages as an app might leave them, and what the watch says about each. */
const pages: readonly (readonly [name: string, body: string, said: RegExp | null])[] = [
  ['text', '<main>Orders</main>', null],
  [
    'text that comes late',
    `<main></main><script>setTimeout(() => (document.querySelector('main').textContent = 'Orders'), 150)</script>`,
    null,
  ],
  [
    'loading that ends',
    `<main><p role=status>Loading...</p></main><script>setTimeout(() => (document.querySelector('main').textContent = 'Orders'), 500)</script>`,
    null,
  ],
  ['an alert with a button', '<div role=alert>Failed <button>Try again</button></div>', null],
  ['a dialog over a hidden main', '<main aria-hidden=true>Orders</main><div role=dialog>Delete?</div>', null],
  ['nothing', '', /blank.*there is no main/],
  ['an empty main', '<nav>Menu</nav><main></main>', /blank.*no visible text/],
  [
    'text for screen readers only',
    '<main><h1 style="position:absolute;width:1px;height:1px;overflow:hidden">Orders</h1></main>',
    /blank.*no visible text/,
  ],
  ['a hidden main', '<main style="visibility:hidden">Orders</main>', /blank.*hidden or inert/],
  ['a transparent main', '<main style="opacity:0">Orders</main>', /blank.*hidden or inert/],
  ['an inert main', '<main inert>Orders</main>', /blank.*hidden or inert/],
  ['a covered main', '<main>Orders</main><div id=veil style="position:fixed;inset:0"></div>', /blank.*covered by <div id="veil"/],
  ['an alert without a button', '<main><p role=alert>Failed</p></main>', /blank.*no visible text/],
  ['loading for ever', '<main>Orders <p role=status>Loading...</p></main>', /'Loading...' for 1 s/],
]

test('the watch of screens accepts a screen that can be read and used, and reports any other', async ({ context, page }) => {
  let body = ''
  await page.route('http://app.test/**', (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${body}` }))
  const watch = await watchScreens(context, quick)
  for (const [nth, [name, html, said]] of pages.entries())
    await test.step(name, async () => {
      body = html
      const before = watch.problems.length
      await page.goto(`http://app.test/orders?q=${nth}`)
      await watch.settle()
      const problems = watch.problems.slice(before)
      expect(problems).toEqual(said === null ? [] : [expect.stringMatching(said)])
      if (said !== null) expect(problems[0]).toContain(`/orders?q=${nth}`)
    })
})

test('the watch of screens starts afresh with each navigation inside the page', async ({ context, page }) => {
  await page.route('http://app.test/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><main>Orders</main>' }))
  const watch = await watchScreens(context, { ...quick, steady: 500 })
  await page.goto('http://app.test/orders')
  await watch.settle()
  await page.evaluate(() => {
    history.pushState(null, '', '/products')
    // The screen before stays in sight for a moment.
    setTimeout(() => (document.querySelector('main')!.textContent = ''), 60)
  })
  await watch.settle()
  expect(watch.problems).toEqual([expect.stringMatching(/^\/products: blank/)])
})

test('the watch of screens waits for a report that is on its way', async ({ context, page }) => {
  await page.route('http://app.test/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><main></main>' }))
  const watch = await watchScreens(context, quick)
  await page.addInitScript(() => {
    const binding = globalThis as unknown as { reportScreen: (sight: unknown) => Promise<void> }
    const send = binding.reportScreen
    binding.reportScreen = (sight) => new Promise((resolve) => setTimeout(() => resolve(send(sight)), 500))
  })
  await page.goto('http://app.test/orders')
  await watch.settle()
  expect(watch.problems).toHaveLength(1)
})

test('the watch of screens goes on while a journey holds the clock of the page', async ({ context, page }) => {
  await page.route('http://app.test/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><main></main>' }))
  const watch = await watchScreens(context, quick)
  await page.clock.install()
  await page.goto('http://app.test/orders')
  await watch.settle()
  expect(watch.problems).toHaveLength(1)
})
