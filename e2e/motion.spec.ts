import { expectUsable } from './support/screens.ts'
import { expect, signIn, test } from './support/test.ts'

// All journeys ask for it; this one tests it.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('who asks the system for less motion sees nothing fade when the theme changes', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  await expectUsable(page, 'Products')
  const begun = await page.evaluate(() => {
    const { style, dataset } = document.documentElement
    dataset['theme'] = dataset['theme'] === 'light' ? 'dark' : 'light'
    style.colorScheme = dataset['theme']
    return document.getAnimations().length
  })
  expect(begun).toBe(0)
})
