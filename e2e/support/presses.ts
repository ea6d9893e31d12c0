import type { Locator, Page } from '@playwright/test'

/** Presses as a person counts them: clicks and keys that do something. What is typed into a field is not counted, but going there is. */
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
