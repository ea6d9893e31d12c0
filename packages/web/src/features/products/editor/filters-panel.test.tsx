import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Started, findEditor, startBeside } from '../testing.tsx'
import { ProductPage } from './page.tsx'

async function open(fields: object) {
  const started = await startBeside(<ProductPage />, '/products/$id')
  const { id } = await started.add(fields)
  await started.go(`/products/${id}`)
  await findEditor()
  return { ...started, id }
}

async function choose({ user }: Pick<Started, 'user'>, label: string, option: string) {
  await user.selectOptions(screen.getByRole('combobox', { name: label }), option)
}

const shown = () => screen.getAllByRole('combobox').map((control) => document.querySelector(`label[for="${control.id}"]`)?.textContent)
const saved = async ({ user, sent, stored, id }: Started & { id: number }) => {
  await user.keyboard('{Control>}s{/Control}')
  await screen.findByText('Product updated successfully')
  return { body: sent('PUT').at(-1)?.body as Record<string, unknown>, product: await stored(id) }
}

test.each([
  ['cheats', ['Category', 'Cheat Type', 'Game'], true, false],
  ['spoofers', ['Category', 'Spoofer Type'], true, true],
  ['firmware', ['Category', 'Anti-Cheat', 'Firmware Type'], false, false],
  ['hardware', ['Category', 'Hardware Type'], false, false],
])('%s are filtered by %j', async (category, labels, hasDayKeys, hasAntiCheats) => {
  await open({ category })
  expect(shown().slice(0, labels.length + 1)).toEqual([...labels, 'Update Status'])
  expect(screen.queryByRole('switch', { name: 'Day Keys' }) !== null).toBe(hasDayKeys)
  expect(screen.queryAllByRole('checkbox').map((box) => document.querySelector(`label[for="${box.id}"]`)?.textContent)).toEqual(
    hasAntiCheats ? ['Easy Anti-Cheat', 'Battle Eye', 'Vanguard'] : [],
  )
  expect(screen.getByRole('switch', { name: 'Featured' })).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Unlisted' })).toBeTruthy()
})

test('a change of category resets the filters and the game, also on the way back', async () => {
  const started = await open({ category: 'cheats', cheat_type: 'dma', has_day_keys: true, game_name: 'Apex Legends' })
  expect(screen.getByRole('combobox', { name: 'Game' }).textContent).toBe('Apex Legends')
  await choose(started, 'Category', 'Spoofers')
  expect(screen.getByRole('switch', { name: 'Day Keys', checked: false })).toBeTruthy()
  await choose(started, 'Category', 'Cheats')
  expect(screen.getByRole('combobox', { name: 'Game' }).textContent).toBe('Select game')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Cheat Type' }).selectedOptions[0]?.textContent).toBe('Not chosen')
  const { body } = await saved(started)
  expect(body).toMatchObject({ category: 'cheats', cheat_type: '', has_day_keys: false, game_name: '' })
})

test('the filters of the category are saved, and those of other categories are not', async () => {
  const started = await open({ category: 'cheats', cheat_type: 'dma', has_day_keys: true, game_name: 'Apex Legends' })
  await choose(started, 'Category', 'Spoofers')
  await choose(started, 'Spoofer Type', 'Temporary')
  await started.user.click(screen.getByRole('checkbox', { name: 'Vanguard' }))
  const { body, product } = await saved(started)
  const wanted = {
    category: 'spoofers',
    spoofer_type: 'temporary',
    anti_cheats_supported: ['Vanguard'],
    has_day_keys: false,
    cheat_type: '',
    game_name: '',
  }
  expect(body).toMatchObject(wanted)
  expect(product).toMatchObject(wanted)
})

test('the game picker is searched and used by keyboard', async () => {
  const started = await open({ category: 'cheats' })
  screen.getByRole('combobox', { name: 'Game' }).focus()
  await started.user.keyboard('{Enter}')
  const search = await screen.findByRole('combobox', { name: 'Search games' })
  const list = within(screen.getByRole('listbox', { name: 'Games' }))
  await waitFor(() => expect(list.getAllByRole('option').length).toBeGreaterThan(3))
  const games = list
    .getAllByRole('option')
    .slice(1)
    .map(({ textContent }) => textContent ?? '')
  expect(games).toEqual(games.toSorted(new Intl.Collator('en-US', { sensitivity: 'base', numeric: true }).compare))
  await started.user.type(search, 'strike counter')
  expect(list.getByRole('option', { name: 'Counter-Strike 2' })).toBeTruthy()
  await started.user.clear(search)
  await started.user.type(search, 'valor')
  await started.user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Game' }).textContent).toBe('Valorant'))
  expect((await saved(started)).body).toMatchObject({ game_name: 'Valorant' })
})

test('a game that is not on the list is added to it and chosen', async () => {
  const started = await open({ category: 'cheats' })
  await started.user.click(screen.getByRole('combobox', { name: 'Game' }))
  await started.user.type(await screen.findByRole('combobox', { name: 'Search games' }), 'Brand New Game')
  await started.user.click(await screen.findByRole('option', { name: 'Add “Brand New Game”' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Game' }).textContent).toBe('Brand New Game'))
  expect(started.sent('POST', '/admin/games').map(({ body }) => body)).toEqual([{ name: 'Brand New Game' }])
  await started.user.click(screen.getByRole('combobox', { name: 'Game' }))
  expect(await screen.findByRole('option', { name: 'Brand New Game' })).toBeTruthy()
})
