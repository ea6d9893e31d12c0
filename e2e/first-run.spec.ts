import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createStoreClient } from './support/api.ts'
import { startProgram } from './support/program.ts'
import { expectLoginForm, expectScreen, expectUsable, openScreen } from './support/screens.ts'
import { bareEnvironment } from './support/server.ts'
import { expect, test, typeSignIn } from './support/test.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What the scripts of package.json run. */
const launcher = 'scripts/launch.mjs'

// It starts its own.
test.use({ baseURL: '' })

test('from npm start to a sold key in Orders, with what the README and the program say', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-first-run-'))
  const env = { ...bareEnvironment(), DATA_DIR: join(folder, 'data'), PORT: '0', ADMIN_USERNAME: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }
  const program = await startProgram([launcher, 'start'], { cwd: root, env })
  try {
    await expect.poll(() => program.lines).toContainEqual(expect.stringContaining('Sign in as admin (admin@example.com) with the password'))
    const password = /with the password (\S+)/.exec(program.lines.join('\n'))?.[1] ?? ''
    await test.step('the printed address shows the login form, and the printed password signs in', async () => {
      await page.goto(program.url)
      await expectLoginForm(page)
      await typeSignIn(page, { username: 'admin', password })
      await expectUsable(page, 'Dashboard')
      await expect(page.getByText('No sales to show yet')).toBeVisible()
    })

    await test.step('an empty shop leads to its first product', async () => {
      await page.getByRole('link', { name: 'Go to Products' }).click()
      await expect(page.getByText('No products yet')).toBeVisible()
      await page.getByRole('button', { name: 'Add your first product' }).click()
    })

    await test.step('a product without a name or with a negative price is refused in words, and nothing typed is lost', async () => {
      const dialog = page.getByRole('dialog')
      const [name, price] = [dialog.getByLabel('Name', { exact: true }), dialog.getByLabel('Variant Price')]
      await dialog.getByLabel('Description').click()
      await page.keyboard.type('Quiet at night')
      await dialog.getByLabel('Variant Name').click()
      await page.keyboard.type('30 Days')
      await price.click()
      await page.keyboard.type('-1')
      await dialog.getByRole('button', { name: 'Save Product' }).click()
      await expect(name).toHaveAccessibleDescription('Name is required')
      await expect(price).toHaveAccessibleDescription(/Price must be a number from 0/)
      await expect(name).toBeFocused()
      await page.keyboard.type('Nightjar')
      await price.fill('')
      await page.keyboard.type('49.99')
      await dialog.getByRole('button', { name: 'Save Product' }).click()
      await expect(dialog).toBeHidden()
      await page.getByRole('link', { name: /Nightjar/ }).click()
      await expectScreen(page, 'Product Details: Nightjar')
      await expect(page.getByLabel('Short Description')).toHaveValue('Quiet at night')
    })

    const variants = page.getByRole('region', { name: 'Variants' })
    await test.step('keys typed by hand: a control character is refused with its line', async () => {
      await variants.getByRole('button', { name: /^30 Days/ }).click()
      const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
      await keys.click()
      await page.keyboard.type('NIGHT-1')
      await page.keyboard.press('Enter')
      await page.keyboard.insertText('NIGHT\u00072')
      await page.getByRole('button', { name: 'Save Variant' }).click()
      await expect(keys).toHaveAccessibleDescription(/Line 2: A key must be one line of visible characters/)
      await expect(keys).toBeFocused()
      await keys.press('Shift+Home')
      await page.keyboard.type('NIGHT-2')
      await page.getByRole('button', { name: 'Save Variant' }).click()
      await expect(page.getByText(/^Variant updated successfully.*2 added/)).toBeVisible()
      await expect(variants.getByRole('button', { name: /^30 Days/ })).toContainText('2 keys')
    })

    await test.step('a storefront with a key from the command line sells one', async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [launcher, 'keydesk', 'api-key', 'create', 'shop'], { cwd: root, env })
      const store = createStoreClient(program.url, /kd_\S+/.exec(stdout)?.[0] ?? '')
      const [product] = (await store('GET', '/store/products')) as { variants: { id: number }[] }[]
      const items = [{ variant_id: product?.variants[0]?.id, quantity: 1 }]
      const { id } = (await store('POST', '/store/purchases', { customer_email: 'ann@example.com', items })) as { id: number }
      await store('POST', `/store/purchases/${id}/complete`, { payment_reference: 'ch_1' })
    })

    await test.step('the order is in Orders, and reveals its key', async () => {
      await openScreen(page, 'Orders')
      const row = page.getByRole('row', { name: /ann@example\.com/ })
      await expect(row).toContainText('Nightjar - 30 Days x1')
      await expect(row).toContainText('$49.99')
      await expect(row).toContainText(/completed/i)
      await row.getByRole('link').first().click()
      const drawer = page.getByRole('dialog')
      await expect(drawer).toBeVisible()
      await expect(drawer).not.toContainText('NIGHT-1')
      await drawer.getByRole('button', { name: 'Reveal keys' }).click()
      await expect(drawer.getByText('NIGHT-1')).toBeVisible()
    })
  } finally {
    await program.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
