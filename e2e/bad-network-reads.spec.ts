import type { Page } from '@playwright/test'
import { fillAwkward } from './support/awkward.ts'
import { allOpenings } from './support/dialogs.ts'
import { allFloating, closeAll, openingsBelow, openScreenOf } from './support/opening.ts'
import { watchReads, type Reads } from './support/reads.ts'
import { expectScreen, openScreen, screens } from './support/screens.ts'
import { expect, isLong, onOwnServer, startSession } from './support/test.ts'

/** An evening with a bad network: each call that a screen, a drawer, a dialog or a panel makes fails, comes late, or comes after it was left. */

let product = 0
const test = onOwnServer(async (keydesk) => {
  ;({ product } = await fillAwkward(keydesk))
  for (const name of ['Avocet', 'Bittern']) await keydesk.api('POST', '/admin/products', { name, description: '' })
})
// The browser's own word on a call that fails, and on a save that somebody else was faster with.
test.use({ allowedErrors: [/status of (503|409)/], viewport: { width: 1_366, height: 768 } })
// Each worker fills a server of its own, which only the long journeys are worth.
if (isLong) test.describe.configure({ mode: 'parallel' })

const places = (id: number) => [
  ...screens.map(({ path }) => path),
  ...['pending', 'completed', 'payouts'].map((tab) => `/referrals?tab=${tab}`),
  `/products/${id}`,
]

/** Calls of the frame around every screen: they fail once for all, on Discord. */
const ofFrame = /^GET \/(auth\/me|admin\/discord\/bot\/status)$/

/** Lines that may be missing after a failure: small hints such as the number on a tab, and a question that has its own words for it. */
const hint = /^\d+$|^Loading|^Searching|^Restore unsaved changes|^(Discard|Restore)$|is signed out at once on every device/

/** The page in words, line by line, without toasts. */
async function read(page: Page): Promise<string[]> {
  const [text, toasts] = await page.evaluate(() => [
    document.body?.innerText ?? '',
    document.querySelector<HTMLElement>('[data-sonner-toaster]')?.innerText ?? '',
  ])
  const toastLines = new Set(linesOf(toasts))
  // These two say in the next line that it is not loaded.
  const honest = text.replaceAll(/^(No .*|Product not) found\s+(The list could not be loaded|It could not be fetched)/gm, '$2')
  return linesOf(honest).filter((line) => !toastLines.has(line))
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const missing = (from: readonly string[], now: readonly string[]) => from.filter((line) => !now.includes(line) && !hint.test(line))

/** Words for what nobody knows before the answer is there. */
const lie = /^No |^Nothing|^None|^0\b(?! products selected)|\(0\)|\b0 of\b|not found$|^Never\b/i
const saysSo = /^(Error: )?Failed to|could not be|^The search failed$/
const tryAgain = (page: Page) => page.getByRole('button', { name: /^Try(ing\.\.\.| again)$/ })
/** A search or a filter that fails takes the place of the list: the rows before were not what is asked for. */
const replaces = /^POST .*keys\/lookup|^GET .*\/orders\?.*\b(status|q|from|to)=/
/** What a press asks for, the same press asks for again. */
const asked = [
  { call: /^POST .*coupons\/dry-run\?/, button: 'Try on the last 30 days' },
  { call: /^GET .*type=payouts&status=pending$/, button: 'Complete…' },
] as const
const waiting = (page: Page) => page.locator('[role=status]:has-text("Loading"), [role=progressbar], [aria-busy=true], .animate-pulse')

/** All that is asked for is there. */
async function settle(page: Page, reads: Reads): Promise<void> {
  await expect(async () => {
    expect(await page.getByText('Loading...').filter({ visible: true }).count()).toBe(0)
    expect(reads.isQuiet()).toBe(true)
  }).toPass({ intervals: [50], timeout: 20_000 })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** What a person sees once it is open and everything is answered, and the calls made for it. */
interface Whole {
  readonly lines: readonly string[]
  readonly calls: readonly string[]
}

interface Step {
  /** A screen, which takes the place of another one. */
  readonly isScreen: boolean
  readonly page: Page
  readonly reads: Reads
  /** Shows what it opens on: as the opening before has left it, or from anew, with nothing fetched yet. */
  readonly below: (page: Page, reads: Reads, isAnew: boolean) => Promise<unknown>
  readonly open: (page: Page) => Promise<unknown>
}

/** All calls are slow: meanwhile the page shows that it loads, and claims nothing that it does not know yet. */
async function answerLate({ page, reads, below, open }: Step, isAnew: boolean): Promise<Whole> {
  await below(page, reads, isAnew)
  reads.hold()
  let isOpen = false
  const opened = open(page).then(() => (isOpen = true))
  await expect.poll(() => isOpen || reads.held().length > 0).toBe(true)
  let early: string[] = []
  if (reads.held().length > 0) {
    await expect.poll(async () => isOpen || (await waiting(page).count()) > 0, 'says that it loads').toBe(true)
    early = await read(page)
  }
  await reads.settle('answered')
  await opened
  await settle(page, reads)
  const lines = await read(page)
  // What was there before a change may show until it is read again.
  if (!reads.hasWritten())
    expect(
      missing(early, lines).filter((line) => lie.test(line)),
      'before the answer',
    ).toEqual([])
  return { lines, calls: reads.held() }
}

/** One call fails: the page reports it with Try again, or does not need it. The rest of the page stays, and Try again loads everything. */
async function failOnce({ page, reads, isScreen, below, open }: Step, call: string, { lines }: Whole): Promise<void> {
  await below(page, reads, true)
  // What a new list or another step of a dialog takes the place of is no loss.
  const before = isScreen ? [] : (await read(page)).filter((line) => lines.includes(line))
  const button = asked.find((each) => each.call.test(call))?.button
  const again = button === undefined ? tryAgain(page) : tryAgain(page).or(page.getByRole('button', { name: button }))
  const mend = reads.takeDown(call)
  let isOpen = false
  const opened = open(page).then(() => (isOpen = true))
  await expect.poll(() => isOpen || reads.wasRefused(call)).toBe(true)
  const judge = async () => {
    const now = await read(page)
    // It may be below what is open, where no role finds it.
    const offered = again.or(page.getByText('Try again', { exact: true }))
    if ((await offered.count()) > 0 && (await page.getByText(saysSo).count()) > 0) return []
    return isOpen ? missing(lines, now) : ['not open, and not said why']
  }
  await expect.poll(judge, `${call} is down`).toEqual([])
  const now = await read(page)
  expect(
    missing(now, lines).filter((line) => lie.test(line)),
    `${call} is down, and the page says`,
  ).toEqual([])
  if (!replaces.test(call)) expect(missing(before, now), `${call} is down, and the page lost`).toEqual([])
  mend()
  const isBack = async () => {
    const failed = button === undefined ? again : page.getByText(saysSo)
    if ((await failed.count()) > 0)
      await again
        .first()
        .click({ timeout: 1_000 })
        .catch(() => undefined)
    // Said below a dialog that is open: there it is tried again once the dialog is closed.
    if (isOpen && (await failed.count()) === 0 && (await page.getByText(saysSo).count()) > 0) return []
    return (await failed.count()) === 0 && isOpen ? missing(lines, await read(page)) : ['not open again']
  }
  await expect.poll(isBack, `${call} works again`).toEqual([])
  await opened
}

/** The calls end after the screen was left, some with an error: the next screen shows none of it. */
async function answerAfterwards({ page, reads, below, open }: Step, leave: (page: Page) => Promise<void>): Promise<void> {
  await below(page, reads, true)
  reads.hold()
  let isOpen = false
  open(page).then(
    () => (isOpen = true),
    () => undefined,
  )
  await expect.poll(() => isOpen || reads.held().length > 0).toBe(true)
  reads.stopHolding()
  await leave(page)
  await settle(page, reads)
  const before = await read(page)
  await reads.settle('refused')
  await settle(page, reads)
  expect(await read(page)).toEqual(before)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
}

/** Goes on to another screen, whatever was typed. */
async function leaveScreen(page: Page): Promise<void> {
  const [entry, heading] = new URL(page.url()).pathname === '/notifications' ? (['Coupons', 'Coupons'] as const) : next
  await openScreen(page, entry)
  const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true })
  await expect(page.getByRole('heading', { level: 1, name: heading }).or(leave)).toBeVisible()
  if (await leave.isVisible()) await leave.click()
  await expectScreen(page, heading)
}
const next = ['Notifications', 'Notifications Management'] as const

/** The three of them, one after the other. */
async function check(step: Step, options: { readonly isFrame: boolean; readonly leave: (page: Page) => Promise<void> }): Promise<boolean> {
  const seen = await answerLate(step, false)
  // What is read after a change is checked where the change is.
  if (seen.calls.length === 0 || step.reads.hasWritten()) return false
  // Opened again on a page that is loaded anew, where the openings before it have left nothing.
  const whole = step.isScreen ? seen : await answerLate(step, true)
  for (const call of whole.calls.filter((each) => options.isFrame || !ofFrame.test(each)))
    await test.step(call, () => failOnce(step, call, whole))
  await test.step('afterwards', async () => {
    const page = await step.page.context().newPage()
    await answerAfterwards({ ...step, page, reads: await watchReads(page) }, options.leave)
    await page.close()
  })
  return true
}

for (const [index, place] of places(0).entries())
  test(`the screen ${place}`, async ({ page, keydesk }) => {
    await startSession(page, keydesk)
    const path = places(product)[index]!
    const step: Step = {
      page,
      isScreen: true,
      reads: await watchReads(page),
      below: async () => undefined,
      open: async (on: Page) => {
        await on.goto(path)
        await expectScreen(on, /./)
      },
    }
    await check(step, { isFrame: path === '/discord', leave: leaveScreen })
  })

for (const screen of allOpenings(0).keys())
  test(`what opens on ${screen}`, async ({ page, keydesk }) => {
    test.skip(!isLong, 'Each call of each drawer and dialog takes minutes')
    test.slow()
    await startSession(page, keydesk)
    const openings = allOpenings(product).get(screen)!
    // The browser asks whether to leave what was typed.
    page.context().on('dialog', (question) => void question.accept())
    const reads = await watchReads(page)
    /** Whether what is open is what the list left open. */
    let isInOrder = false
    for (const opening of openings.list)
      await test.step(opening.name, async () => {
        if (opening.widths?.(page.viewportSize()!.width) === false) return
        await opening.prepare?.(keydesk)
        const open = async (on: Page) => {
          await opening.open(on, keydesk)
          // Its code may be late.
          if (!opening.isPart) await expect(allFloating(on).first()).toBeVisible()
        }
        const below = async (on: Page, its: Reads, isAnew: boolean) => {
          if (isInOrder && !isAnew) return opening.isOnTop ? undefined : closeAll(on)
          // The frame asks for it once the screen is there: it is no call of what opens.
          const imports = on.waitForResponse(/\/admin\/shop-imports$/)
          await openScreenOf(on, openings)
          await imports
          for (const each of openingsBelow(openings.list, opening)) await each.open(on, keydesk)
          await settle(on, its)
        }
        const failed = await check(
          { page, reads, isScreen: false, below, open },
          { isFrame: false, leave: opening.isPart || opening.isLate ? leaveScreen : closeAll },
        )
        isInOrder = !failed
      })
  })
