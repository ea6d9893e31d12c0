import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderKit } from '../../test/render-kit.tsx'
import { listDrafts, readDraft, removeOldDrafts, writeDraft } from './draft-store.ts'
import { DraftOffers } from './draft-offers.tsx'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { Input } from './input.tsx'

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
        <DraftOffers kind="note" nameOf={(id) => (id === 7 ? 'note Seven' : null)} onRestore={() => setDialog('restored')} />
      ) : (
        <FormDialog
          title="Note"
          submitLabel="Save"
          initial={{ title: 'Seven', text: '' }}
          check={() => ({})}
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

async function typeAndVanish(typed: string) {
  const { user, router } = await renderKit(<Example />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.type(text(), typed)
  // As when the session is lost: the page goes, and nobody is asked.
  await router.navigate({ to: '/elsewhere', ignoreBlocker: true })
  await screen.findByText('Elsewhere')
  await router.navigate({ to: '/' })
  return { user }
}

test('edits that were not saved are offered on the page, and shown in the dialog when they are wanted', async () => {
  const { user } = await typeAndVanish('half a sentence')
  expect(await screen.findByText(/^Restore unsaved changes to note Seven from \d+:\d\d [AP]M\?$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(text().value).toBe('half a sentence')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toEqual([{ title: 'Seven', text: 'half a sentence' }]))
  expect(screen.queryByText(/Restore unsaved changes/)).toBeNull()
  expect(listDrafts(owner, 'note')).toEqual([])
})

test('a dialog that is opened by hand offers its draft too; discarding it removes it', async () => {
  const { user } = await typeAndVanish('half')
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(text().value).toBe('')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByText(/Restore unsaved changes/)).toBeNull()
  expect(readDraft(owner, 'note:7')).toBeNull()
})

test('only the edited fields are kept, with what they were and the version', async () => {
  await typeAndVanish('x')
  expect(readDraft(owner, 'note:7')).toMatchObject({ version: 3, base: { text: '' }, edits: { text: 'x' } })
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ text: 'x' })
})

test('who discards the dialog keeps no draft', async () => {
  const { user } = await renderKit(<Example />)
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.type(text(), 'x')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readDraft(owner, 'note:7')).toBeNull()
})

test('a draft is of one person, and kept for seven days', () => {
  writeDraft(owner, 'note:7', { base: {}, edits: { text: 'x' } })
  expect(readDraft('bob', 'note:7')).toBeNull()
  const key = 'draft:ann:note:7'
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const age = (days: number) => localStorage.setItem(key, JSON.stringify({ at: daysAgo(days), base: {}, edits: { text: 'x' } }))
  age(6.9)
  expect(readDraft(owner, 'note:7')?.edits).toEqual({ text: 'x' })
  age(7.1)
  expect(readDraft(owner, 'note:7')).toBeNull()
  removeOldDrafts()
  expect(localStorage.getItem(key)).toBeNull()
  localStorage.setItem(key, 'garbage')
  expect(readDraft(owner, 'note:7')).toBeNull()
})
