import { screen, waitFor } from '@testing-library/react'
import { Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { DataTable } from './data-table.tsx'
import { RowActions } from './row-actions.tsx'

const edit = { label: 'Edit', icon: <Pencil /> }
const remove = { label: 'Delete', icon: <Trash2 />, isDanger: true }

test('every action is a button in its order; the menu has those without a visible button', async () => {
  const done = vi.fn<(label: string) => void>()
  const actions = [edit, undefined, remove].map((action) => action && { ...action, onSelect: () => done(action.label) })
  const { user } = await renderKit(<RowActions actions={actions} />)
  expect(screen.getAllByRole('button').map((button) => button.ariaLabel ?? button.textContent)).toEqual(['Edit', 'Delete', 'More actions'])
  await user.tab()
  await user.keyboard('{Enter}')
  expect(done).toHaveBeenLastCalledWith('Edit')

  // Here a button counts as visible if the test says so, because there is no layout.
  vi.spyOn(screen.getByRole('button', { name: 'Edit' }), 'offsetParent', 'get').mockReturnValue(document.body)
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await waitFor(() => expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Delete']))
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(done).toHaveBeenLastCalledWith('Delete')
})

test('a button that becomes its opposite keeps the focus', async () => {
  function Switch() {
    const [isOn, setOn] = useState(true)
    return <RowActions actions={[{ label: isOn ? 'Deactivate' : 'Activate', icon: <Power />, onSelect: () => setOn(!isOn) }]} />
  }
  const { user } = await renderKit(<Switch />)
  await user.click(screen.getByRole('button', { name: 'Deactivate' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Activate' }))
})

test('one action needs no menu', async () => {
  await renderKit(<RowActions actions={[{ ...edit, onSelect: () => undefined }]} />)
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
})

test('each button is described by the name of its row', async () => {
  const actions = [edit, remove].map((action) => ({ ...action, onSelect: () => undefined }))
  const columns = [
    { title: 'Selected', hideTitle: true, cell: () => null },
    { title: 'Code', cell: (code: string) => code },
    { title: 'Actions', cell: () => <RowActions actions={actions} /> },
  ]
  await renderKit(<DataTable label="Coupons" rows={['SPRING', 'SUMMER']} columns={columns} rowKey={(code) => code} empty={null} />)
  for (const name of ['Edit', 'Delete', 'More actions'])
    for (const description of ['SPRING', 'SUMMER']) expect(screen.getAllByRole('button', { name, description })).toHaveLength(1)
})
