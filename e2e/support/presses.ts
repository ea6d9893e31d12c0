import type { Locator, Page } from '@playwright/test'

/** Counts presses as a person would: clicks and keys that do something. Typing into a field is not counted, but moving to it is. */
export class Presses {
  count = 0

  async click(target: Locator): Promise<void> {
    this.count += 1
    await target.click()
  }

  async key(page: Page, key: string): Promise<void> {
    this.count += 1
    await page.keyboard.press(key)
  }
}
