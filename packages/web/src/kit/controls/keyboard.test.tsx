import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { Modal } from '../overlay/dialog.tsx'
import { useShortcut } from './keyboard.ts'
import { SearchInput } from './search-input.tsx'

function Search() {
  const [text, setText] = useState('')
  const [saved, setSaved] = useState(0)
  const [isOpen, setOpen] = useState(false)
  useShortcut('mod+s', () => setSaved(saved + 1))
  return (
    <>
      <SearchInput value={text} onChange={setText} label="Search products" />
      <input aria-label="Other" />
      <p>Saved {saved} times</p>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal title="A dialog" onClose={() => setOpen(false)}>
          Words
        </Modal>
      )}
    </>
  )
}

test('a slash focuses the search and is not typed; Esc empties it', async () => {
  const { user } = await renderKit(<Search />)
  const search = screen.getByRole('searchbox', { name: 'Search products' }) as HTMLInputElement
  await user.keyboard('/')
  expect(document.activeElement).toBe(search)
  await user.keyboard('a/b')
  expect(search.value).toBe('a/b')
  await user.keyboard('{Escape}')
  expect(search.value).toBe('')
  await user.keyboard('x')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(search.value).toBe('')
  expect(document.activeElement).toBe(search)
})

test('a slash typed in another field is only typed', async () => {
  const { user } = await renderKit(<Search />)
  const other = screen.getByLabelText('Other') as HTMLInputElement
  await user.type(other, '/')
  expect(other.value).toBe('/')
  expect(document.activeElement).toBe(other)
})

test('a slash while a dialog is open focuses nothing behind it', async () => {
  const { user } = await renderKit(<Search />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.keyboard('/')
  expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull()
})

test('Ctrl or Cmd with the key runs the handler, also in a field; Alt, Shift or the key alone does not', async () => {
  const { user } = await renderKit(<Search />)
  await user.click(screen.getByLabelText('Other'))
  await user.keyboard('s{Alt>}{Control>}s{/Control}{/Alt}{Shift>}{Control>}s{/Control}{/Shift}')
  expect(screen.getByText('Saved 0 times')).toBeTruthy()
  await user.keyboard('{Control>}s{/Control}')
  await user.keyboard('{Meta>}s{/Meta}')
  expect(screen.getByText('Saved 2 times')).toBeTruthy()
})
