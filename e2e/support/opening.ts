import { expect, type Page } from '@playwright/test'
import { expectScreen } from './screens.ts'
import type { Keydesk } from './server.ts'

/** Something that opens on a screen: a dialog, a drawer, a menu, or a part of the page that is not shown at first. */
export interface Opening {
  readonly name: string
  /** Creates the data that it shows, once. */
  readonly prepare?: (keydesk: Keydesk) => Promise<unknown>
  readonly open: (page: Page, keydesk: Keydesk) => Promise<unknown>
  /** It is a part of the page, and does not float above it. */
  readonly isPart?: boolean
  /** It opens only once a call is answered: until then there is nothing to close. */
  readonly isLate?: boolean
  /** The previous opening stays open below it. */
  readonly isOnTop?: boolean
  /** The name of the opening that contains its trigger. */
  readonly needs?: string
  /** The widths at which it exists; all if left out. */
  readonly widths?: (width: number) => boolean
}

/** Everything that opens on one address, one after the other. */
export interface Openings {
  readonly path: string
  readonly list: readonly Opening[]
}

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
export const floating = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last()
export const pressThere = (page: Page, name: string | RegExp) =>
  floating(page)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click()
/** A segmented control: the radio itself is not visible, its label is pressed. */
export const chooseOption = (page: Page, option: string) =>
  page
    .locator('label', { has: page.getByRole('radio', { name: option, exact: true }) })
    .first()
    .click()
export const openRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).getByRole('link').first().click()
/** On a card, and where nothing hovers, most actions of a row are behind '…'. */
export async function pressInRow(page: Page, text: string, name: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: text }).first()
  await expect(row).toBeVisible()
  const button = row.getByRole('button', { name, exact: true }).first()
  if (await button.isVisible()) return button.click()
  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
/** Shows the filters of a list, which are behind a button on phones, and its two days, which are behind one elsewhere. */
export async function showDays(page: Page): Promise<void> {
  const [filters, days] = [/^Filters/, 'Any date'].map((name) => page.getByRole('button', { name, exact: typeof name === 'string' }))
  await expect(filters!.or(days!).first()).toBeVisible()
  await filters!.or(days!).first().click()
  await expect(page.getByLabel('From', { exact: true })).toBeVisible()
}

/** One of the awkward keys, the first one sold. */
export const soldKey = 'AWKWARD0'.repeat(5)

/** Questions before something is lost, and the button that confirms. */
const partings = [
  ['Discard your changes?', 'Discard'],
  ['Close without copying it?', 'Close'],
  ['Leave without saving?', 'Leave'],
] as const

/** Everything that floats above the page. */
export const allFloating = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [data-radix-popper-content-wrapper]')

/** Closes everything that is open, with Esc, and discards unsaved text. */
export async function closeAll(page: Page): Promise<void> {
  const open = allFloating(page)
  await expect(async () => {
    for (const [name, yes] of partings) {
      const question = page.getByRole('alertdialog', { name })
      if (await question.isVisible()) await question.locator('footer').getByRole('button', { name: yes, exact: true }).click()
    }
    if ((await open.count()) > 0) await page.keyboard.press('Escape')
    expect(await open.count()).toBe(0)
  }).toPass({ intervals: [50], timeout: 20_000 })
}

/** The openings of the list that must be open before this one, in order. */
export function openingsBelow(list: readonly Opening[], { name, isOnTop = false, needs }: Opening): readonly Opening[] {
  const below = needs !== undefined ? list.find((each) => each.name === needs)! : list[list.findIndex((each) => each.name === name) - 1]!
  return isOnTop || needs !== undefined ? [...openingsBelow(list, below), below] : []
}

/** Opens the screen of an opening, and waits for its data. */
export async function openScreenOf(page: Page, { path }: Openings): Promise<void> {
  await page.goto(path)
  await expectScreen(page, /./)
  await expect(page.getByText('Loading...').filter({ visible: true })).toHaveCount(0)
}
