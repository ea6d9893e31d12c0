import { expect, type Locator, type Page } from '@playwright/test'

/**
 * The focused element is in sight and marked: by an outline of its own or of the box around it, or by a background that its neighbours do
 * not have.
 */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const problem = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return 'nothing has the focus'
      const name = focused.outerHTML.slice(0, 150)
      // The label draws a radio button of a group of tabs.
      const drawn = focused.matches('input.sr-only') ? (focused.closest('label') ?? focused) : focused
      const { left, top, right, bottom, width, height } = drawn.getBoundingClientRect()
      const isInWindow = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && width > 1 && height > 1
      if (!isInWindow || !drawn.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return `out of sight: ${name}`
      const isOutlined = (element: Element | null): boolean => {
        if (element === null || !element.matches(':focus-within')) return false
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
        if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !outlineColor.endsWith(', 0)')) return true
        return element.parentElement !== document.body && isOutlined(element.parentElement)
      }
      const ground = (element: Element) => getComputedStyle(element).backgroundColor
      const neighbours = [...(focused.parentElement?.children ?? [])].filter((each) => each !== focused && each.role === focused.role)
      const isTinted = focused.role === 'menuitem' && neighbours.every((each) => ground(each) !== ground(focused))
      return isOutlined(focused) || isTinted ? null : `not marked: ${name}`
    })
  await expect.poll(problem).toBeNull()
}

/** Presses a key until the target has the focus, and checks that the focus is visible at each stop. */
export async function moveTo(page: Page, target: Locator, key: string): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 60; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    await expectVisibleFocus(page)
  }
  throw new Error(`${String(target)} is not reached with ${key}`)
}
