import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { useConfirm } from './confirm.tsx'

function Asker({ onAnswer, isDanger }: { readonly onAnswer: (yes: boolean) => void; readonly isDanger?: boolean }) {
  const confirm = useConfirm()
  const press = async () =>
    onAnswer(await confirm({ title: 'Delete key?', text: '12 unsold keys will be deleted', yes: 'Delete', isDanger }))
  return (
    <button type="button" onClick={press}>
      Ask
    </button>
  )
}

async function ask(isDanger?: boolean) {
  const answers: boolean[] = []
  const { user } = await renderKit(<Asker onAnswer={(yes) => answers.push(yes)} isDanger={isDanger} />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete key?', description: '12 unsold keys will be deleted' })
  return { user, answers, dialog }
}

test('yes answers true, and the focus returns to the control that asked', async () => {
  const { user, answers } = await ask()
  expect(document.activeElement?.textContent).toBe('Delete')
  await user.keyboard('{Enter}')
  expect(answers).toEqual([true])
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' })))
})

test.each(['{Escape}', '[Cancel]', '[Close]'])('%s answers false', async (way) => {
  const { user, answers } = await ask()
  if (way.startsWith('{')) await user.keyboard(way)
  else await user.click(screen.getByRole('button', { name: way.slice(1, -1) }))
  expect(answers).toEqual([false])
})

test('questions at once are asked one after another, each from its safe answer, and the focus returns to the control', async () => {
  const answers: string[] = []
  function Both() {
    const confirm = useConfirm()
    const put = async (title: string) =>
      answers.push(`${title} ${await confirm({ title, text: 'For good', yes: 'Delete', isDanger: true })}`)
    return (
      <button type="button" onClick={() => void Promise.all([put('First?'), put('Second?')])}>
        Ask
      </button>
    )
  }
  const { user } = await renderKit(<Both />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('alertdialog', { name: 'First?' })
  expect(screen.queryByRole('alertdialog', { name: 'Second?' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'Second?' })
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(answers).toEqual(['First? true', 'Second? false'])
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' })))
})

test('a question about a permanent loss does not focus its Yes button', async () => {
  const { user, answers } = await ask(true)
  expect(document.activeElement?.textContent).toBe('Cancel')
  await user.keyboard('{Enter}')
  expect(answers).toEqual([false])
})

test('outside its provider the hook throws an error that names the provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Asker onAnswer={() => undefined} />)).toThrow('useConfirm must be used within a ConfirmProvider')
  vi.restoreAllMocks()
})
