import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { isAskedOnClose, openTab } from '../../../test/tab.ts'
import { Input } from '../controls/input.tsx'
import { DraftOffers } from './draft-offer.tsx'
import { listDrafts, readDraft, removeOldDrafts, writeDraft } from './draft-store.ts'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'

const owner = 'ann'
const saved: { title: string; text: string }[] = []

function Example() {
  const [dialog, setDialog] = useState<'closed' | 'open' | 'restored'>('closed')
  return (
    <>
      <button type="button" onClick={() => setDialog('open')}>
        Edit
      </button>
      {dialog === 'closed' ? (
        <DraftOffers kind="note" rows={[{ id: 7 }]} nameOf={() => 'note Seven'} onRestore={() => setDialog('restored')} />
      ) : (
        <FormDialog
          title="Note"
          submitLabel="Save"
          initial={{ title: 'Seven', text: '' }}
          onSubmit={async (values) => saved.push(values)}
          draft={{ thing: 'note:7', version: 3, isWanted: dialog === 'restored' }}
          onClose={() => setDialog('closed')}
        >
          {({ register }) => (
            <>
              <Field label="Title">{(control) => <Input {...control} {...register('title')} />}</Field>
              <Field label="Text">{(control) => <Input {...control} {...register('text')} />}</Field>
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}

const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' })
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
const offer = () => screen.queryByText(/Restore unsaved changes/)
const noteKey = 'draft:ann:note:7'

async function typeAndVanish(typed: string, more = '') {
  const { user, router } = await renderKit(<Example />)
  /** Like a lost session: the page unmounts without a question. */
  const vanish = async () => {
    await router.navigate({ to: '/elsewhere' as '/', ignoreBlocker: true })
    await screen.findByText('Elsewhere')
    await router.navigate({ to: '/' })
  }
  const edit = async () => user.click(await screen.findByRole('button', { name: 'Edit' }))
  await edit()
  await user.type(text(), typed)
  if (more !== '') await user.type(title(), more)
  await vanish()
  return { user, vanish, edit }
}

/** Changes the draft like another tab, with the storage event that this tab gets. */
function inAnotherTab(edits: Readonly<Record<string, string>> | null) {
  const newValue = edits && JSON.stringify({ at: new Date().toISOString(), version: 3, base: { title: 'Seven', text: '' }, edits })
  if (newValue === null) localStorage.removeItem(noteKey)
  else localStorage.setItem(noteKey, newValue)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: noteKey, newValue })))
}

test('unsaved edits are offered on the page, and Restore shows them in the dialog', async () => {
  const { user } = await typeAndVanish('half a sentence')
  expect(await screen.findByText(/^Restore unsaved changes to note Seven from \d+:\d\d [AP]M\?$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(text().value).toBe('half a sentence')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toEqual([{ title: 'Seven', text: 'half a sentence' }]))
  expect(screen.queryByText(/Restore unsaved changes/)).toBeNull()
  expect(listDrafts(owner, 'note')).toEqual([])
})

test('the draft of a row that its list has not loaded is offered, unless there is no such row', async () => {
  for (const id of [7, 8]) writeDraft(owner, `note:${id}`, { base: { text: '' }, edits: { text: 'x' } })
  const restored: unknown[] = []
  const { user } = await renderKit(
    <DraftOffers
      kind="note"
      rows={[]}
      find={async (id) => (id === 8 ? { id } : undefined)}
      nameOf={({ id }) => `note ${id}`}
      onRestore={(row) => restored.push(row)}
    />,
  )
  await user.click(within((await screen.findByText(/changes to note 8 from/)).closest('section')!).getByRole('button', { name: 'Restore' }))
  expect(restored).toEqual([{ id: 8 }])
  expect(screen.queryByText(/note 7/)).toBeNull()
})

test('closing the tab asks nothing, because the draft stays', async () => {
  const { user } = await renderKit(<Example />, openTab('/'))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.type(text(), 'half')
  expect(isAskedOnClose()).toBe(false)
  window.dispatchEvent(new Event('pagehide'))
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ text: 'half' })
})

test('a dialog that the person opens offers its draft too; discarding removes the draft', async () => {
  const { user } = await typeAndVanish('half')
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(text().value).toBe('')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByText(/Restore unsaved changes/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Note' }))
  expect(readDraft(owner, 'note:7')).toBeNull()
})

test('discarding on the page gives the focus to its content', async () => {
  const { user } = await typeAndVanish('half')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(document.activeElement).toBe(document.getElementById('content'))
})

test('typing beside an offer keeps both the offered and the typed edits', async () => {
  const { user, vanish, edit } = await typeAndVanish('half')
  await edit()
  await user.type(title(), '!')
  await vanish()
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ title: 'Seven!', text: 'half' })
  await edit()
  await user.type(text(), 'x')
  await user.clear(text())
  await vanish()
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ title: 'Seven!', text: 'half' })
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect([title().value, text().value]).toEqual(['Seven!', 'half'])
})

test('newer input stays on top of a restored draft', async () => {
  const { user, edit } = await typeAndVanish('half', '!')
  await edit()
  await user.type(text(), 'later')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect([title().value, text().value]).toEqual(['Seven!', 'later'])
})

test('discarding the offer keeps the input of the dialog, and the other way round', async () => {
  const { user, edit } = await typeAndVanish('half')
  await edit()
  await user.type(title(), '!')
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ text: 'half' })
  await edit()
  await user.type(title(), '?')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(offer()).toBeNull()
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ title: 'Seven?' })
})

test('a save still offers the edits that it did not store', async () => {
  const { user, edit } = await typeAndVanish('half', '!')
  await edit()
  await user.type(title(), ' saved')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved.at(-1)).toEqual({ title: 'Seven saved', text: '' }))
  expect(offer()).toBeTruthy()
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ text: 'half' })
})

test('edits that are stored already are neither offered nor kept', async () => {
  writeDraft(owner, 'note:7', { version: 2, base: { title: 'Six' }, edits: { title: 'Seven' } })
  const { user } = await renderKit(<Example />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(offer()).toBeNull()
  expect(readDraft(owner, 'note:7')).toBeNull()
})

test('an offer follows changes of its draft by another tab', async () => {
  const { user, edit } = await typeAndVanish('half', '!')
  await edit()
  inAnotherTab({ text: 'half' })
  expect(offer()).toBeTruthy()
  await user.type(title(), '?')
  // Restoring there removes the draft, then stores the edits of that tab.
  inAnotherTab(null)
  expect(offer()).toBeNull()
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ title: 'Seven?' })
  inAnotherTab({ text: 'half and more' })
  expect(offer()).toBeNull()
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ title: 'Seven?', text: 'half and more' })
})

test("a list's offer disappears when another tab answers it", async () => {
  await typeAndVanish('half')
  expect(await screen.findByText(/Restore unsaved changes/)).toBeTruthy()
  inAnotherTab(null)
  expect(offer()).toBeNull()
})

test('only edited fields are stored, with their stored values and the version', async () => {
  await typeAndVanish('x')
  expect(readDraft(owner, 'note:7')).toMatchObject({ version: 3, base: { text: '' }, edits: { text: 'x' } })
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ text: 'x' })
})

test('discarding the dialog removes the draft', async () => {
  const { user } = await renderKit(<Example />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.type(text(), 'x')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readDraft(owner, 'note:7')).toBeNull()
})

test('a draft belongs to one person, and is kept for seven days', () => {
  writeDraft(owner, 'note:7', { base: {}, edits: { text: 'x' } })
  expect(readDraft('bob', 'note:7')).toBeNull()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const age = (days: number) => localStorage.setItem(noteKey, JSON.stringify({ at: daysAgo(days), base: {}, edits: { text: 'x' } }))
  age(6.9)
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ text: 'x' })
  age(7.1)
  expect(readDraft(owner, 'note:7')).toBeNull()
  removeOldDrafts()
  expect(localStorage.getItem(noteKey)).toBeNull()
  localStorage.setItem(noteKey, 'garbage')
  expect(readDraft(owner, 'note:7')).toBeNull()
})
