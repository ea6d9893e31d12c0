import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8')
const product = {
  name: '<b>Aurora</b>',
  description: '',
  full_description:
    '<h2 style="text-align:center">One</h2><p>two <strong onclick="alert(1)">three</strong><br><img src="x" onerror="alert(1)">four</p>' +
    '<ul><li><p>five</p></li><li><p><a href="https://x.example">six</a></p></li></ul><table><tr><td>seven</td></tr></table><script>alert(1)</script>',
}
const asked = vi.fn<typeof fetch>()

/** What the browser does with the page at an address, whose body is there already. */
function open(path: string, answer: Response | Promise<Response> = Response.json({ success: true, data: product })): void {
  history.replaceState(null, '', path)
  asked.mockReturnValue(Promise.resolve(answer))
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'))
  runInThisContext(script)
}
const slot = (field: string) => document.querySelector(`[data-fill=${field}]`)!

beforeEach(() => {
  asked.mockReset()
  vi.stubGlobal('fetch', asked)
  document.body.innerHTML = `<div class="shell">
    <h1 data-fill="name" data-before="Product Details: ">bar</h1><p data-fill="description">bar</p><div id="text"><span data-fill="full_description">bar</span></div>
  </div>`
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  delete document.documentElement.dataset['shell']
  delete window.earlyRead
})

test.each([
  ['/', null, 'off'],
  ['/products/7', null, 'off'],
  ['/login', null, undefined],
  ['/', 'token', undefined],
  ['/login', 'token', 'off'],
  ['/login/', 'token', 'off'],
])('the screen drawn into %s, with the token %s, is %s', (path, token, expected) => {
  if (token !== null) localStorage.setItem('token', token)
  open(path)
  expect(document.documentElement.dataset['shell']).toBe(expected)
})

test('the product of an address is asked for once, and shown as text in the screen that is drawn already', async () => {
  localStorage.setItem('token', 'Bearer a')
  open('/products/7')
  expect(asked.mock.calls).toEqual([[`${location.origin}/products/id/7`, { headers: { authorization: 'Bearer a' } }]])
  await expect.poll(() => slot('name').textContent).toBe('Product Details: <b>Aurora</b>')
  // In the same tags as in the editor, which takes its place, and so as high; without what could run, lead away or be fetched.
  expect(document.querySelector('#text')!.innerHTML).toBe(
    '<h2>One</h2><p>two <strong>three</strong><br>four</p><ul><li><p>five</p></li><li><p><a>six</a></p></li></ul>sevenalert(1)',
  )
  // What is empty leaves the bar to the app.
  expect(slot('description').textContent).toBe('bar')
  expect(window.earlyRead).toMatchObject({ url: `${location.origin}/products/id/7`, token: 'Bearer a' })
  // The app can read it still.
  expect(await (await window.earlyRead!.answer!).json()).toMatchObject({ data: product })
})

test('nobody is asked without a token, nor for an address that names no product', () => {
  open('/products/7')
  localStorage.setItem('token', 'Bearer a')
  for (const path of ['/products', '/products/0', '/products/x', '/products/7/more', '/coupons']) open(path)
  expect(asked).not.toHaveBeenCalled()
})

/** Opens a page that names its app, and answers what happens once its body is there. */
function openWithApp(path = '/login', answer?: Promise<Response>): () => void {
  document.head.innerHTML = '<meta name="app" content="/a.js"><meta name="app-parts" content="/b.js /c.js">'
  const heard = vi.spyOn(document, 'addEventListener')
  open(path, answer)
  const [, ready] = heard.mock.calls.find(([event]) => event === 'DOMContentLoaded')!
  return () => (ready as (event: Event) => void)(new Event('DOMContentLoaded'))
}
const named = () => [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`)
const running = () => [...document.head.querySelectorAll('script')].map(({ type, src }) => `${type} ${new URL(src).pathname}`)
const all = ['/a.js', '/b.js', '/c.js'].map((file) => `modulepreload ${file}`)

test('the app is fetched as the page is painted, and run after that, once', async () => {
  vi.useFakeTimers()
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
  const ready = openWithApp()
  ready()
  await Promise.resolve()
  expect([named(), running()]).toEqual([[], []])
  for (const frame of frames) frame(0)
  expect([named(), running()]).toEqual([all, []])
  vi.advanceTimersByTime(0)
  expect(running()).toEqual(['module /a.js'])
  vi.advanceTimersByTime(10_000)
  expect([named(), running()]).toEqual([all, ['module /a.js']])
})

test("a product's page is painted with the product before the app is fetched, or half a second later", async () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => run(0))
  localStorage.setItem('token', 'Bearer a')
  const { promise, resolve } = Promise.withResolvers<Response>()
  const ready = openWithApp('/products/7', promise)
  ready()
  await vi.advanceTimersByTimeAsync(400)
  expect(named()).toEqual([])
  resolve(Response.json({ success: true, data: product }))
  await vi.advanceTimersByTimeAsync(0)
  expect(slot('name').textContent).toContain('Aurora')
  expect([named(), running()]).toEqual([all, ['module /a.js']])
})

test('a page that is not painted runs the app half a second later', () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', () => 0)
  openWithApp()()
  vi.advanceTimersByTime(499)
  expect(running()).toEqual([])
  vi.advanceTimersByTime(1)
  expect([named(), running()]).toEqual([all, ['module /a.js']])
})

test('a page that nobody looks at runs it at once', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  openWithApp()()
  expect([named(), running()]).toEqual([all, ['module /a.js']])
})

test('a refusal leaves the bars as they are', async () => {
  localStorage.setItem('token', 'Bearer a')
  open('/products/7', Response.json({ success: false, message: 'No', code: 'not_found' }, { status: 404 }))
  await window.earlyRead!.answer
  await Promise.resolve()
  expect(slot('name').textContent).toBe('bar')
})
