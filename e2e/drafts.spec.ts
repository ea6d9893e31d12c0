import type { Locator, Page } from '@playwright/test'
import { offer, reload, restore } from './support/drafts.ts'
import { showKeys } from './support/keys.ts'
import { goOfflineAtLazyCode, goOnline } from './support/network.ts'
import { expectLoginForm, expectScreen } from './support/screens.ts'
import { joinTeam, makeProduct, type Product } from './support/shop.ts'
import { expect, signIn, test, typeSignIn } from './support/test.ts'

// The browser's own word on a rejected session and on what cannot be fetched, and the app's on the code.
test.use({ allowedErrors: [/status of 401|ERR_INTERNET_DISCONNECTED|A part of the app could not be loaded/] })

const secret = 'SECRET-KEY-2'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openVariant = (page: Page) =>
  panel(page, 'Variants')
    .getByRole('button', { name: /^Month/ })
    .click()
const saveProduct = (page: Page, options = {}) => page.getByRole('button', { name: 'Save Changes' }).first().click(options)

/** What the browser keeps of unsaved edits. */
const drafts = (page: Page) =>
  page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([name]) => name.startsWith('draft:'))))

/** Nothing lies over it at its place in the window. */
const expectUncovered = (text: Locator) =>
  expect
    .poll(() =>
      text.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + Math.min(width, 10) / 2, top + height / 2))
      }),
    )
    .toBe(true)

test.describe('a product with unsaved edits', () => {
  let product: Product
  // A value is one key in the whole shop.
  let key: string
  test.beforeEach(async ({ page, keydesk }, { testId }) => {
    key = `SECRET-KEY-${testId}`
    product = await makeProduct(keydesk, 'Bittern', {
      description: 'As stored',
      variants: [{ name: 'Month', price: 10, keys: [key] }],
    })
    await signIn(page, keydesk, `/products/${product.id}`)
    await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
  })

  async function editProduct(page: Page): Promise<void> {
    await page.getByLabel('Short Description').fill('Half done')
    await page.getByRole('textbox', { name: 'Full Description' }).click()
    await page.keyboard.type('Rich, and not saved')
    await panel(page, 'FAQ').getByRole('textbox', { name: 'New Question' }).fill('Is it safe?')
    await panel(page, 'FAQ').getByRole('textbox', { name: 'New Answer' }).fill('Half answered')
    await panel(page, 'FAQ').getByRole('button', { name: 'Add FAQ' }).click()
  }
  async function expectEdits(page: Page): Promise<void> {
    await expect(page.getByLabel('Short Description')).toHaveValue('Half done')
    await expect(page.getByRole('textbox', { name: 'Full Description' })).toContainText('Rich, and not saved')
    await expect(panel(page, 'FAQ').getByRole('textbox', { name: 'Question 1' })).toHaveValue('Is it safe?')
  }

  test('offers them after a reload, says from when they are, and saves them', async ({ page, keydesk }) => {
    await editProduct(page)
    await reload(page)
    await expect(page.getByLabel('Short Description')).toHaveValue('As stored')
    await expect(offer(page)).toContainText(/Restore unsaved changes from \d+:\d\d [AP]M\?/)
    await test.step('in sight wherever the page is scrolled to, but out of the way of a field', async () => {
      await panel(page, 'FAQ').scrollIntoViewIfNeeded()
      await expect(offer(page)).toBeInViewport()
      await page.getByRole('link', { name: 'Instructions' }).click()
      await expectUncovered(panel(page, 'Instructions').getByRole('heading').first())
      const question = panel(page, 'FAQ').getByRole('textbox', { name: 'New Question' })
      await question.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - 80))
      await question.click()
      await expectUncovered(panel(page, 'FAQ').getByText('New Question', { exact: true }))
    })
    await test.step('still after one typed beside it', async () => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bittern II')
      await reload(page)
      await expect(offer(page)).toBeVisible()
      await page.getByLabel('Supported On').fill('Windows')
    })
    await restore(page)
    await expect(page.getByLabel('Supported On')).toHaveValue('Windows')
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Bittern II')
    await expect(offer(page)).toBeHidden()
    await expectEdits(page)
    await saveProduct(page)
    await expect(page.getByText('Product updated successfully').first()).toBeVisible()
    expect(await keydesk.api('GET', `/products/id/${product.id}`)).toMatchObject({ description: 'Half done' })
    await page.reload()
    await expectEdits(page)
    await expect(offer(page)).toBeHidden()
  })

  test('offers them in a new tab after the tab was closed, until a tab has saved them', async ({ page, context, keydesk }) => {
    await editProduct(page)
    // Closed as by its cross, at once after the last key.
    page.once('dialog', (question) => void question.accept())
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    const next = await context.newPage()
    await next.goto(`/products/${product.id}`)
    const other = await context.newPage()
    await other.goto(`/products/${product.id}`)
    await expect(offer(other)).toBeVisible()
    await restore(next)
    await expectEdits(next)
    await expect(offer(other)).toBeHidden()

    await test.step('saved, and changed again by a colleague', async () => {
      await other.reload()
      await expect(offer(other)).toBeVisible()
      await saveProduct(next)
      await expect(next.getByText('Product updated successfully').first()).toBeVisible()
      await expect(offer(other)).toBeHidden()
      await keydesk.api('PUT', `/admin/products/${product.id}`, { description: 'By a colleague' })
      await other.reload()
      await expect(other.getByLabel('Short Description')).toHaveValue('By a colleague')
      await expect(offer(other)).toBeHidden()
    })
  })

  test('offers them to the same person after the session was lost, and to nobody else', async ({ page, keydesk, context }) => {
    await editProduct(page)
    await context.setExtraHTTPHeaders({ authorization: 'ended' })
    // A call in the background may find out first, and take the button away.
    const press = saveProduct(page, { timeout: 10_000 }).catch(() => undefined)
    await expectLoginForm(page)
    await press
    await context.setExtraHTTPHeaders({})
    await typeSignIn(page, keydesk.admin)
    await expectScreen(page, 'Product Details: Bittern')
    await restore(page)
    await expectEdits(page)

    await reload(page)
    await expect(offer(page)).toBeVisible()
    const other = { username: 'somebody-else', password: 'another-password-1' }
    await joinTeam(keydesk, { ...other, email: 'else@example.com', role: 'owner' })
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.reload()
    await typeSignIn(page, other)
    await expectScreen(page, 'Product Details: Bittern')
    await expect(page.getByLabel('Short Description')).toHaveValue('As stored')
    await expect(offer(page)).toBeHidden()
  })

  test('offers them after a part whose code was missing made a reload necessary', async ({ page }) => {
    await editProduct(page)
    await goOfflineAtLazyCode(page)
    await page.context().setOffline(true)
    await openVariant(page)
    await expect(panel(page, 'Variants').getByRole('alert')).toContainText('You are offline')
    await goOnline(page)
    page.once('dialog', (question) => void question.accept())
    await panel(page, 'Variants').getByRole('button', { name: 'Reload' }).click()
    await restore(page)
    await expectEdits(page)
  })

  test('keeps name and price of an opened variant, and never a key', async ({ page }) => {
    await openVariant(page)
    await panel(page, 'Variants').getByLabel('Variant Name').fill('Two months')
    const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
    await keys.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type(secret)
    await reload(page)
    expect(await drafts(page)).toContain('Two months')
    expect(await drafts(page)).not.toContain('SECRET')
    // A variant with a draft opens by itself.
    await restore(page)
    await expect(panel(page, 'Variants').getByLabel('Variant Name')).toHaveValue('Two months')
    await showKeys(page)
    await expect(keys).toHaveValue(key)
    await page.getByRole('button', { name: 'Save Variant' }).click()
    await expect(page.getByText(/^Variant updated successfully/)).toBeVisible()
    await expect(panel(page, 'Variants').getByRole('button', { name: /^Two months/ })).toBeVisible()
  })

  test('forgets them when they are discarded', async ({ page }) => {
    await editProduct(page)
    await reload(page)
    await offer(page).getByRole('button', { name: 'Discard' }).click()
    await expect(offer(page)).toBeHidden()
    await page.reload()
    await expectScreen(page, 'Product Details: Bittern')
    await expect(offer(page)).toBeHidden()
  })
})
