import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/error.ts'
import { StaleError } from '../../api/stale.ts'
import { type EditingOptions, useEditedFields, useEditing } from './use-editing.ts'

interface Row {
  readonly name: string
  readonly note: string
  readonly token_set: boolean
  readonly version?: number
}

interface Values {
  name: string
  note: string
  token: string
}

const stored: Row = { name: 'Day', note: '', token_set: false, version: 1 }
type Send = EditingOptions<Row, Values>['send']

function start(send: Send = async () => undefined, first: Row = stored) {
  const hook = renderHook(
    (row: Row) => {
      const editing = useEditing<Row, Values>({
        what: 'note',
        names: { name: 'Name', note: 'Note' },
        row,
        toValues: ({ name, note }) => ({ name, note, token: '' }),
        rules: { merge: { note: (_, mine, other) => `${other} ${mine}` } },
        check: ({ name }, { values }) => (name === '' && values.name !== '' ? { name: 'Name is required' } : {}),
        send,
        afterSave: (sent) => ({ ...sent, token: '' }),
        inlineError: (error) => error.message,
      })
      return { ...editing, edited: useEditedFields(editing), errors: editing.form.formState.errors }
    },
    { initialProps: first },
  )
  const now = () => hook.result.current
  const type = (field: keyof Values, text: string) => act(() => now().form.setValue(field, text, { shouldDirty: true }))
  const save = () => act(async () => now().save())
  return { now, type, save, refetch: (row: Row) => hook.rerender(row) }
}

const stale = (row: Row) => new StaleError(row, new ApiError('Stale', { code: 'stale_version', status: 409 }))

test('a save is based on the state that was edited; its answer is the next state, and newer input stays an edit', async () => {
  const sent: unknown[] = []
  const { now, type, save } = start(async (values, { row }, { stored: markStored }) => {
    sent.push([values, row.version])
    type('note', 'since')
    markStored(7)
    // The save must not wait for refetches.
    return new Promise(() => undefined)
  })
  type('name', 'Mine')
  type('token', 'secret')
  expect(now().edited).toEqual(['name', 'token'])
  expect(await save()).toBe(true)
  expect(sent).toEqual([[{ name: 'Mine', note: '', token: 'secret' }, 1]])
  expect(now().base).toEqual({ row: { ...stored, version: 7 }, values: { name: 'Mine', note: '', token: '' } })
  expect(now().read()).toEqual({ name: 'Mine', note: 'since', token: '' })
  expect([now().edited, now().isSaving]).toEqual([['note'], false])
})

test('the check compares with the edited state and marks its problems, and nothing is sent', async () => {
  let sends = 0
  const { now, type, save } = start(async () => (sends += 1))
  type('name', '')
  expect(await save()).toBe(false)
  expect(now().errors.name?.message).toBe('Name is required')
  expect(sends).toBe(0)
})

test('a refusal marks its fields, or shows a message until the next edit; the edits stay', async () => {
  const refusals = [
    new ApiError('Taken', { code: 'conflict', status: 409, fields: { name: 'Name is taken' } }),
    new ApiError('Not today', { code: 'rule_violated', status: 422 }),
  ]
  const { now, type, save } = start(() => Promise.reject(refusals.shift()))
  type('name', 'Mine')
  expect(await save()).toBe(false)
  expect([now().errors.name?.message, now().problem]).toEqual(['Name is taken', null])
  expect(await save()).toBe(false)
  expect(now().problem).toBe('Not today')
  expect(now().edited).toEqual(['name'])
  type('note', 'x')
  expect(now().problem).toBeNull()
})

test('a second press sends nothing, and declining a question saves nothing', async () => {
  const answer = Promise.withResolvers<unknown>()
  let sends = 0
  const { now, type } = start(() => {
    sends += 1
    return answer.promise
  })
  type('name', 'Mine')
  let saves: Promise<boolean[]> | undefined
  act(() => void (saves = Promise.all([now().save(), now().save()])))
  await waitFor(() => expect(sends).toBe(1))
  await act(async () => answer.resolve(false))
  expect(await saves).toEqual([false, false])
  expect([sends, now().edited]).toEqual([1, ['name']])
})

const theirs: Row = { ...stored, name: 'Theirs', note: 'theirs', version: 2 }

async function conflict() {
  const bases: (number | undefined)[] = []
  const started = start(async (_, { row }, { isOnTop }) => {
    bases.push(row.version)
    expect(isOnTop).toBe(row.version === 2)
    if (row.version === 1) throw stale(theirs)
  })
  started.type('name', 'Mine')
  let isSaved: Promise<boolean> | undefined
  act(() => void (isSaved = started.now().save()))
  await waitFor(() =>
    expect(started.now().conflict).toMatchObject({
      what: 'note',
      changed: ['Name', 'Note'],
      both: [{ name: 'Name', theirs: 'Theirs', mine: 'Mine' }],
    }),
  )
  // A save during the question opens no second one.
  expect(await started.save()).toBe(false)
  const answer = async (choice: 'onApply' | 'onReload' | 'onClose') => {
    await act(async () => started.now().conflict?.[choice]())
    return isSaved
  }
  return { ...started, bases, answer }
}

test('a stale save asks; my edits are applied on top of theirs and sent again', async () => {
  const { now, answer, bases } = await conflict()
  expect(await answer('onApply')).toBe(true)
  expect([now().read(), bases]).toEqual([{ name: 'Mine', note: 'theirs', token: '' }, [1, 2]])
  expect([now().conflict, now().edited]).toEqual([null, []])
})

test('a stale save can also show theirs, or keep the edits unchanged', async () => {
  const reloaded = await conflict()
  expect(await reloaded.answer('onReload')).toBe(false)
  expect(reloaded.now().base.row).toBe(theirs)
  expect([reloaded.now().read().name, reloaded.now().edited, reloaded.bases]).toEqual(['Theirs', [], [1]])
  const kept = await conflict()
  expect(await kept.answer('onClose')).toBe(false)
  expect([kept.now().base.row, kept.now().read().name, kept.now().edited]).toEqual([stored, 'Mine', ['name']])
})

test('a refetch that changes nothing on screen leaves the fields alone, and its version counts', () => {
  const { now, type, refetch } = start()
  type('name', 'Mine')
  let resets = 0
  const { reset } = now().form
  now().form.reset = (...args) => {
    resets += 1
    reset(...args)
  }
  refetch({ ...stored, token_set: true, version: 2 })
  expect([now().base.row.version, now().read().name, resets]).toEqual([2, 'Mine', 0])
  refetch({ ...stored, note: 'theirs', version: 3 })
  expect([now().base.row.version, now().read(), resets]).toEqual([3, { name: 'Mine', note: 'theirs', token: '' }, 2])
})

test('a conflict is left for the save to ask about, unless the row was changed from here or has no version', () => {
  const versioned = start()
  versioned.type('name', 'Mine')
  versioned.refetch(theirs)
  expect([versioned.now().base.row, versioned.now().read().note]).toEqual([stored, ''])

  const own = start()
  own.type('note', 'mine')
  act(() => own.now().expectStored())
  own.refetch(theirs)
  expect([own.now().base.row, own.now().read()]).toEqual([theirs, { name: 'Theirs', note: 'theirs mine', token: '' }])

  const both = start()
  both.type('name', 'Mine')
  act(() => both.now().expectStored())
  both.refetch(theirs)
  expect([both.now().base.row, both.now().read().note]).toEqual([stored, ''])
  act(() => both.now().readBack(theirs))
  expect([both.now().base.row, both.now().read().note]).toEqual([stored, ''])

  const { version: _, ...unversioned } = stored
  const foreign = start(undefined, unversioned)
  foreign.type('name', 'Mine')
  foreign.refetch({ ...unversioned, name: 'Theirs', note: 'theirs' })
  expect(foreign.now().read()).toEqual({ name: 'Mine', note: 'theirs', token: '' })
})

test('a save whose answer was lost is no change by somebody else: it is sent again without a question', async () => {
  const lost: Row = { ...stored, name: 'Mine', version: 2 }
  const sent: unknown[] = []
  const { now, type, save } = start(async (values, { row }) => {
    sent.push([values.name, values.note, row.version])
    if (row.version === 1) throw stale(lost)
  })
  type('name', 'Mine')
  type('note', 'since')
  expect(await save()).toBe(true)
  expect([sent, now().conflict, now().edited]).toEqual([
    [
      ['Mine', 'since', 1],
      ['Mine', 'since', 2],
    ],
    null,
    [],
  ])
})

const staleOnce: Send = async (_, { row }, { stored: markStored }) => {
  if (row.version === 1) throw stale(theirs)
  markStored(3)
}

test('until a change from here is read back, a stale save is merged without a question, and an older answer changes nothing', async () => {
  const { now, type, save } = start(staleOnce)
  type('note', 'mine')
  act(() => now().expectStored())
  expect(await save()).toBe(true)
  expect([now().read(), now().base.row.version]).toEqual([{ name: 'Theirs', note: 'theirs mine', token: '' }, 3])
  act(() => now().readBack(theirs))
  expect([now().read().note, now().base.row.version]).toEqual(['theirs mine', 3])
})

test('a stale save during a change from here asks about a clash without a merge', async () => {
  const { now, type } = start(staleOnce)
  type('name', 'Mine')
  act(() => now().expectStored())
  let isSaved: Promise<boolean> | undefined
  act(() => void (isSaved = now().save()))
  await waitFor(() =>
    expect(now().conflict).toMatchObject({ changed: ['Name', 'Note'], both: [{ name: 'Name', theirs: 'Theirs', mine: 'Mine' }] }),
  )
  await act(async () => now().conflict?.onReload())
  expect([await isSaved, now().read().name, now().edited]).toEqual([false, 'Theirs', []])
})

test('Discard shows the newest stored values, also those that were not taken in', async () => {
  const { now, type, refetch } = start()
  type('name', 'Mine')
  act(() => now().discard())
  expect([now().read().name, now().edited, now().form.formState.isDirty]).toEqual(['Day', [], false])
  type('name', 'Mine')
  refetch(theirs)
  refetch({ ...theirs, name: 'Older', version: 1 })
  expect(now().read().name).toBe('Mine')
  act(() => now().discard())
  expect([now().read().name, now().edited, now().base.row.version]).toEqual(['Theirs', [], 2])

  const kept = await conflict()
  await kept.answer('onClose')
  act(() => kept.now().discard())
  expect([kept.now().read().name, kept.now().edited]).toEqual(['Theirs', []])
})
