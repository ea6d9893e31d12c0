import { expectVisibleFocus, moveTo } from './support/keyboard.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

/** Two keys of Tern are sold. */
const test = onOwnServer(async (keydesk) => {
  await stockProduct(keydesk, { name: 'Tern', keys: 6, sold: 2 })
})

test('by keyboard alone: add keys, import a file, undo it, put keys back, remove one', async ({ page, keydesk }) => {
  test.setTimeout(240_000)
  const press = (key: string) => page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Import keys into 30 Days' })
  await signIn(page, keydesk, '/products/1?variant=1')
  const add = page.getByRole('textbox', { name: 'Add keys' })

  await test.step('add keys', async () => {
    await moveTo(page, add, 'Tab')
    await page.keyboard.type('TYPED-1\nTYPED-2')
    await moveTo(page, page.getByRole('button', { name: 'Add 2 keys' }), 'Tab')
    await press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '2 keys added' })).toBeVisible()
    await expect(add).toBeFocused()
  })

  await test.step('import a file', async () => {
    const open = page.getByRole('button', { name: 'Import keys' })
    // Asked for long before the key that opens it: a press does not wait until the browser listens.
    const chooser = page.waitForEvent('filechooser', { timeout: 0 })
    await moveTo(page, open, 'Tab')
    await press('Enter')
    await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused()
    await press('Enter')
    await (
      await chooser
    ).setFiles({ name: 'tern.csv', mimeType: 'text/csv', buffer: Buffer.from('order;key\n1;FILE-1\n2;FILE-2\n3;FILE-2\n') })
    await expect(dialog.getByRole('status').filter({ hasText: '2 new keys. 1 line will not be stored.' })).toBeAttached()
    await expect(dialog.getByRole('button', { name: 'Choose another' })).toBeFocused()
    await expectVisibleFocus(page)
    await moveTo(page, dialog.getByLabel('Column of the keys'), 'Tab')
    await press('ArrowUp')
    await expect(
      dialog
        .getByText('3 lines will not be stored')
        .or(dialog.getByRole('button', { name: 'Import 3 keys' }))
        .first(),
    ).toBeVisible()
    await expect(dialog.getByLabel('Column of the keys')).toBeFocused()
    await press('ArrowDown')
    await moveTo(page, dialog.getByRole('button', { name: 'Import 2 keys' }), 'Tab')
    await press('Enter')
    await expect(page.getByText('2 keys added. Not added: 1 repeated')).toBeVisible()
    await expect(open).toBeFocused()
  })

  await test.step('type keys into the import: they are read when that is asked for, a paste at once', async () => {
    const box = dialog.getByLabel('Or paste them')
    await press('Enter')
    await moveTo(page, box, 'Tab')
    await page.keyboard.type('BOX-1')
    await press('Enter')
    await page.keyboard.type('BOX-2')
    await expect(box).toHaveValue('BOX-1\nBOX-2')
    await press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await moveTo(page, question.getByRole('button', { name: 'Keep editing' }), 'Tab')
    await press('Enter')
    await moveTo(page, dialog.getByRole('button', { name: 'Read these keys' }), 'Tab')
    await press('Enter')
    await expect(dialog.getByRole('button', { name: 'Choose another' })).toBeFocused()
    await press('Enter')
    await expect(box).toHaveValue('BOX-1\nBOX-2')
    await moveTo(page, box, 'Tab')
    for (const key of ['Control+a', 'Control+x', 'Control+v']) await press(key)
    await expect(dialog.getByRole('button', { name: 'Choose another' })).toBeFocused()
    await moveTo(page, dialog.getByRole('button', { name: 'Import 2 keys' }), 'Tab')
    await press('Enter')
    await expect(page.getByText('2 keys added', { exact: true })).toBeVisible()
  })

  await test.step('undo it, and put its keys back', async () => {
    await moveTo(
      page,
      page
        .getByRole('radio', { name: 'Keys' })
        .or(page.getByRole('radio', { name: 'Edit' }))
        .first(),
      'Shift+Tab',
    )
    await press('ArrowRight')
    const undo = page.getByRole('button', { name: 'Undo import tern.csv' })
    await moveTo(page, undo, 'Tab')
    await press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Undo the import tern.csv?' })
    await moveTo(page, question.getByRole('button', { name: 'Undo import' }), 'Tab')
    await press('Enter')
    await expect(page.getByText('Undone by admin: 2 removed, 0 kept')).toBeVisible()
    await expectVisibleFocus(page)
    await moveTo(page, page.getByRole('button', { name: 'Put back', exact: true }).first(), 'Tab')
    await press('Enter')
    await expect(page.getByText('1 key put back')).toBeVisible()
    await expectVisibleFocus(page)
  })

  await test.step('strike a key, and save', async () => {
    await moveTo(page, page.getByRole('radio', { name: 'Stock' }), 'Shift+Tab')
    await press('ArrowLeft')
    const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
    await moveTo(page, keys, 'Tab')
    await press('Control+Home')
    await press('Shift+ArrowDown')
    // At once: no moment passes in which an edit is there and cannot be saved.
    await press('Delete')
    await press('Control+s')
    const question = page.getByRole('alertdialog', { name: 'Remove 1 key?' })
    await moveTo(page, question.getByRole('button', { name: 'Remove 1 key' }), 'Tab')
    await press('Enter')
    await expect(page.getByText('Variant updated successfully: 1 removed')).toBeVisible()
    await expect(keys).toBeFocused()
  })

  await test.step('discard an edit in the save bar, and go on from there', async () => {
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await page.keyboard.type('X')
    await moveTo(page, bar.getByRole('button', { name: /^Discard/ }), 'Tab')
    await press('Enter')
    await expect(bar).toBeHidden()
    await expectVisibleFocus(page)
    await expect(page.locator('#content :focus')).toHaveCount(1)
  })
})
