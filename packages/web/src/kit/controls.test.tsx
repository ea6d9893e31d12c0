import { screen } from '@testing-library/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderKit } from '../../test/render-kit.tsx'
import { Button, IconButton } from './controls/button.tsx'
import { CheckboxField } from './controls/checkbox.tsx'
import { Field } from './form/field.tsx'
import { MenuItem, MenuSeparator } from './overlay/menu-entries.tsx'
import { Menu } from './overlay/menu.tsx'
import { Modal } from './overlay/dialog.tsx'
import { Picture } from './text/picture.tsx'
import { Select } from './controls/select.tsx'
import { SwitchField } from './controls/switch.tsx'
import { Tabs } from './controls/tabs.tsx'

test('a select is named by its field, and the empty text can be an option', async () => {
  function Example() {
    const [value, setValue] = useState('dma')
    const options = [
      { value: '', label: 'Not chosen' },
      { value: 'dma', label: 'DMA' },
    ]
    return (
      <>
        <Field label="Cheat type">{(control) => <Select {...control} value={value} onChange={setValue} options={options} />}</Field>
        <p>Value: {JSON.stringify(value)}</p>
      </>
    )
  }
  const { user } = await renderKit(<Example />)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Cheat type' })
  expect(select.selectedOptions[0]?.textContent).toBe('DMA')
  await user.selectOptions(select, 'Not chosen')
  expect(screen.getByText('Value: ""')).toBeTruthy()
  expect(select.selectedOptions[0]?.textContent).toBe('Not chosen')
})

test('switches and checkboxes are named by their rows', async () => {
  function Example() {
    const [on, setOn] = useState(false)
    return (
      <>
        <SwitchField label="Featured" helper="Shown first" checked={on} onChange={setOn} />
        <CheckboxField label="Vanguard" checked={on} onChange={setOn} />
      </>
    )
  }
  const { user } = await renderKit(<Example />)
  await user.click(screen.getByText('Featured'))
  expect(screen.getByRole('switch', { name: 'Featured', description: 'Shown first', checked: true })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Vanguard', checked: true }))
  expect(screen.getByRole('switch', { checked: false })).toBeTruthy()
})

test('a busy button shows its busy text and cannot be pressed', async () => {
  await renderKit(<Button busy="Saving...">Save</Button>)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Saving...', busy: true }).disabled).toBe(true)
})

test('an icon button has its name, also as a tooltip', async () => {
  await renderKit(<IconButton label="Delete" icon={<Trash2 />} />)
  expect(screen.getByRole('button', { name: 'Delete' }).dataset['tooltip']).toBe('Delete')
})

test('a dialog opened from a menu gives the focus back to the button of the menu', async () => {
  function Example() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <Menu button="More">
          <MenuItem onSelect={() => setOpen(true)}>Rename</MenuItem>
        </Menu>
        {isOpen && (
          <Modal title="Rename" onClose={() => setOpen(false)}>
            <input aria-label="Name" />
          </Modal>
        )}
      </>
    )
  }
  const { user } = await renderKit(<Example />)
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  await screen.findByRole('dialog', { name: 'Rename' })
  await user.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'More' }))
})

test('tabs show the content of the chosen one', async () => {
  function Example() {
    const [tab, setTab] = useState('users')
    const tabs = [
      { value: 'users', title: 'Users', count: 3, content: <p>All users</p> },
      { value: 'payouts', title: 'Pending Payouts', content: <p>All payouts</p> },
    ]
    return <Tabs label="Referrals" value={tab} onChange={setTab} tabs={tabs} />
  }
  const { user } = await renderKit(<Example />)
  expect(screen.getByText('All users')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Pending Payouts' }))
  expect(screen.getByText('All payouts')).toBeTruthy()
  expect(screen.queryByText('All users')).toBeNull()
})

test('tabs are chosen with the arrow keys, Home and End, and a press chooses once', async () => {
  const chosen: string[] = []
  function Example() {
    const [tab, setTab] = useState('one')
    const tabs = ['one', 'two', 'three'].map((value) => ({ value, title: value, content: `Content ${value}` }))
    const choose = (next: string) => {
      chosen.push(next)
      setTab(next)
    }
    return <Tabs label="Numbers" value={tab} onChange={choose} tabs={tabs} />
  }
  const { user } = await renderKit(<Example />)
  await user.tab()
  for (const [key, name] of [
    ['ArrowRight', 'two'],
    ['End', 'three'],
    ['ArrowRight', 'one'],
    ['ArrowLeft', 'three'],
    ['Home', 'one'],
  ] as const) {
    await user.keyboard(`{${key}}`)
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('tab', { name, selected: true }))
    expect((await screen.findByRole('tabpanel', { name })).textContent).toBe(`Content ${name}`)
  }
  chosen.length = 0
  await user.click(screen.getByRole('tab', { name: 'two' }))
  expect(chosen).toEqual(['two'])
  expect(document.activeElement?.textContent).toBe('two')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: 'two' }))
})

test('a missing or broken picture shows a drawn placeholder', async () => {
  await renderKit(
    <>
      <Picture src="" name="Aurora" alt="Aurora" />
      <Picture src="/media/gone.webp" name="Nightfall Pro" alt="Nightfall Pro" />
    </>,
  )
  expect(screen.getByRole('img', { name: 'Aurora' }).textContent).toBe('AU')
  const broken = screen.getByRole('img', { name: 'Nightfall Pro' })
  expect(broken.tagName).toBe('IMG')
  broken.dispatchEvent(new Event('error'))
  await expect.poll(() => screen.getByRole('img', { name: 'Nightfall Pro' }).textContent).toBe('NP')
})

test('the arrow keys move through a menu, and Esc gives the focus back to its button', async () => {
  const chosen: string[] = []
  const { user } = await renderKit(
    <Menu button="More">
      <MenuItem onSelect={() => chosen.push('rename')}>Rename</MenuItem>
      <MenuSeparator />
      <MenuItem disabled onSelect={() => chosen.push('merge')}>
        Merge
      </MenuItem>
      <MenuItem onSelect={() => chosen.push('delete')}>Delete</MenuItem>
    </Menu>,
  )
  const button = screen.getByRole('button', { name: 'More' })
  button.focus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menu', { name: 'More' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Rename')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Delete')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Rename')
  await user.keyboard('{End}{Enter}')
  expect(chosen).toEqual(['delete'])
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('in a dialog a menu also focuses its first entry and finds entries by letter, and Esc closes only the menu', async () => {
  const chosen: string[] = []
  const { user } = await renderKit(
    <Modal title="Sidebar" onClose={() => chosen.push('closed')}>
      <Menu button="More">
        <MenuItem onSelect={() => chosen.push('rename')}>Rename</MenuItem>
        <MenuItem onSelect={() => chosen.push('delete')}>Delete</MenuItem>
      </Menu>
    </Modal>,
  )
  const button = screen.getByRole('button', { name: 'More' })
  const entries = () => [screen.queryByRole('menu') !== null, document.activeElement?.textContent]
  await user.click(button)
  await expect.poll(entries).toEqual([true, 'Rename'])
  await user.keyboard('{Escape}')
  await expect.poll(entries).toEqual([false, 'More'])
  await user.click(button)
  await expect.poll(entries).toEqual([true, 'Rename'])
  await user.click(button)
  await expect.poll(entries).toEqual([false, 'More'])
  await user.keyboard('{Enter}')
  await expect.poll(entries).toEqual([true, 'Rename'])
  await user.keyboard('d{Enter}')
  await expect.poll(entries).toEqual([false, 'More'])
  expect(chosen).toEqual(['delete'])
  await user.keyboard('{Enter}{Tab}')
  await expect.poll(entries).toEqual([false, 'More'])
})
