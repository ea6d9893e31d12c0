import { expect } from '@playwright/test'
import { chooseOption, floating, press, pressThere, soldKey, type Openings } from './opening.ts'
import { pngFile } from './picture.ts'

const keyList = Array.from({ length: 30 }, (_, index) => `${'LONG-KEY-'.repeat(20)}${index}`).join('\n')

export const products: Openings = {
  path: '/products',
  list: [
    {
      name: 'Filters and selection',
      isPart: true,
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Category' }).selectOption('cheats')
        await page.getByRole('checkbox', { name: /^Select all/ }).check()
        await expect(page.getByRole('button', { name: /^Edit \d+ products$/ })).toBeVisible()
      },
    },
    {
      name: 'Change products',
      needs: 'Filters and selection',
      open: async (page) => {
        await press(page, /^Edit \d+ products$/)
        await pressThere(page, /more$/)
        await pressThere(page, 'Detected: pause and post')
      },
    },
    { name: 'Discard your changes', isOnTop: true, open: (page) => page.keyboard.press('Escape') },
    {
      name: 'Change prices',
      needs: 'Filters and selection',
      open: async (page) => {
        await press(page, 'Change prices')
        await floating(page).getByText('Lower', { exact: true }).click()
        await floating(page).getByLabel('Percentage').fill('60')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    {
      name: 'Add New Product',
      open: async (page) => {
        await press(page, 'Add New Product')
        await pressThere(page, 'Save Product')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
  ],
}

export const productOf = (id: number): Openings => ({
  path: `/products/${id}`,
  list: [
    {
      name: 'Duplicate product',
      open: async (page) => {
        await press(page, /^Duplicate /)
        await floating(page).getByLabel('Name').fill('')
        await pressThere(page, 'Duplicate')
        await expect(floating(page).getByRole('alert').first()).toBeVisible()
      },
    },
    { name: 'Delete product', open: (page) => press(page, 'Delete Product') },
    { name: 'Delete variant', open: (page) => press(page, /^Delete variant/) },
    {
      name: 'Games',
      open: async (page) => {
        await page.getByRole('combobox', { name: 'Game' }).click()
        await expect(page.locator('[data-radix-popper-content-wrapper]').getByRole('option').first()).toBeVisible()
      },
    },
    {
      name: 'Link',
      open: async (page) => {
        const tools = page.getByRole('toolbar', { name: /full description/i })
        await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
        await tools.getByRole('button', { name: 'Link' }).click()
        await pressThere(page, 'Save Link')
      },
    },
    {
      name: 'Image',
      open: async (page) => {
        await page
          .getByRole('toolbar', { name: /full description/i })
          .getByRole('button', { name: 'Image' })
          .click()
        await pressThere(page, 'Add Image')
      },
    },
    {
      name: 'Delete image',
      open: async (page) => {
        await page.getByLabel('Image File').setInputFiles(pngFile('wide.png', [20, 20, 80]))
        await press(page, 'Upload Image')
        await press(page, 'Delete image 1')
      },
    },
    {
      name: 'Keys of a variant, and unsaved changes',
      isPart: true,
      open: async (page) => {
        await page.getByLabel('Short Description').fill('Mine')
        await expect(page.getByRole('region', { name: 'Unsaved changes', exact: true })).toBeVisible()
        await page
          .getByRole('region', { name: 'Variants', exact: true })
          .getByRole('button', { name: /^Unbreakable/ })
          .click()
        await page.getByRole('textbox', { name: 'Add keys' }).fill(`${keyList}\nBAD\u200b`)
      },
    },
    {
      name: 'Import keys',
      needs: 'Keys of a variant, and unsaved changes',
      open: async (page) => {
        await press(page, 'Import keys')
        await floating(page)
          .getByLabel('Key file')
          .setInputFiles({
            name: `${'long-name-of-a-file-'.repeat(9)}.csv`,
            mimeType: 'text/csv',
            buffer: Buffer.from(`key;note\n${keyList.replaceAll('\n', ';a\n')};a\n${soldKey};sold\nBAD\u200b;x\n`),
          })
        await expect(floating(page).getByRole('button', { name: 'Import 30 keys' })).toBeEnabled()
      },
    },
    {
      name: 'Stock of a variant',
      isPart: true,
      isOnTop: true,
      open: async (page) => {
        await floating(page).getByRole('button', { name: 'Import 30 keys' }).click()
        await expect(page.getByRole('dialog')).toBeHidden()
        await chooseOption(page, 'Stock')
        await expect(page.getByRole('button', { name: /^Undo import/ }).first()).toBeVisible()
      },
    },
    { name: 'Cost of an import', open: (page) => press(page, /(Set|change the) cost of/) },
    { name: 'Undo import', open: (page) => press(page, /^Undo import/) },
    {
      name: 'Somebody else saved',
      open: async (page, { api }) => {
        await api('PUT', `/admin/products/${id}`, { description: 'Theirs' })
        await press(page, 'Save Changes')
        await expect(page.getByRole('button', { name: 'Apply mine on top' })).toBeVisible()
      },
    },
    {
      name: 'Leave without saving',
      // On phones the link is in a drawer.
      widths: (width) => width >= 768,
      open: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click(),
    },
  ],
})
