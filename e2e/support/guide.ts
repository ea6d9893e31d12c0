import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'

const folder = fileURLToPath(new URL('../../docs/guide/pictures/', import.meta.url))

interface Options {
  /** Of the window, in pixels, where another one shows more of it. */
  readonly height?: number
}

/** A picture for docs/guide of what the journey sees. Taken only on request (CONTRIBUTING.md, Documents). */
export async function takePicture(of: Page | Locator, name: string, { height = 720 }: Options = {}): Promise<void> {
  if (process.env['KEYDESK_PICTURES'] === undefined) return
  const page = 'page' in of ? of.page() : of
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 960, height })
  // Half of a fading dialog is no picture, nor is what an earlier step left on the screen.
  const style = '[data-sonner-toaster], [role=tooltip] { visibility: hidden !important }'
  await of.screenshot({ path: `${folder}${name}.png`, animations: 'disabled', caret: 'hide', style })
  await page.setViewportSize(before)
}
