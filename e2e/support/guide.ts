import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'

const folder = fileURLToPath(new URL('../../docs/guide/pictures/', import.meta.url))

interface Options {
  /** The window's size in pixels, if a different one shows more. */
  readonly width?: number
  readonly height?: number
}

/** A picture for docs/guide of what the journey shows. Taken only on request (CONTRIBUTING.md, Documents). */
export async function takePicture(of: Page | Locator, name: string, { width = 960, height = 720 }: Options = {}): Promise<void> {
  if (process.env['KEYDESK_PICTURES'] === undefined) return
  const page = 'page' in of ? of.page() : of
  const before = page.viewportSize()!
  await page.setViewportSize({ width, height })
  // Skip animations, such as a fading dialog, and hide toasts and tooltips of earlier steps.
  const style = '[data-sonner-toaster], [role=tooltip] { visibility: hidden !important }'
  await of.screenshot({ path: `${folder}${name}.png`, animations: 'disabled', caret: 'hide', style })
  await page.setViewportSize(before)
}
