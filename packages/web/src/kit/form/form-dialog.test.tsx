import type { RouterHistory } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { isAskedOnClose, openTab } from '../../../test/tab.ts'
import { ApiError } from '../../api/error.ts'
import { Input } from '../controls/input.tsx'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'

interface Values {
  code: string
  value: string
}

const check = ({ code, value }: Values) => ({
  ...(code === '' && { code: 'Code is required' }),
  ...(Number(value) <= 0 && { value: 'Value must be greater than 0' }),
})

interface ExampleProps {
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly onStop?: () => void
}

function Example({ onSubmit, onStop }: ExampleProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <FormDialog
          title="Create Coupon"
          submitLabel="Create"
          initial={{ code: '', value: '0' }}
          check={check}
          onSubmit={onSubmit}
          inlineError={(error) => error.message}
          onStop={onStop}
          onClose={() => setOpen(false)}
        >
          {({ register, formState: { errors } }) => (
            <>
              <Field label="Code" error={errors.code?.message}>
                {(control) => <Input {...control} {...register('code')} />}
              </Field>
              <Field label="Value" error={errors.value?.message}>
                {(control) => <Input {...control} {...register('value')} />}
              </Field>
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}

async function open(onSubmit: (values: Values) => Promise<unknown> = async () => undefined, history?: RouterHistory, onStop?: () => void) {
  const sent: Values[] = []
  const submit = (values: Values) => {
    sent.push(values)
    return onSubmit(values)
  }
  const { user } = await renderKit(<Example onSubmit={submit} onStop={onStop} />, history)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return { user, sent }
}

test('the first field has the focus, Enter submits, and a success closes', async () => {
  const { user, sent } = await open()
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
  await user.keyboard('SUMMER{Tab}')
  await user.clear(screen.getByLabelText('Value'))
  await user.keyboard('10{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ code: 'SUMMER', value: '10' }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })))
})

test('Ctrl+S sends it like Enter, and the browser does not save the page', async () => {
  const { user, sent } = await open()
  await user.keyboard('SUMMER{Tab}')
  await user.clear(screen.getByLabelText('Value'))
  await user.keyboard('10')
  const prevented: boolean[] = []
  document.addEventListener('keydown', ({ key, defaultPrevented }) => key === 's' && prevented.push(defaultPrevented))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ code: 'SUMMER', value: '10' }])
  expect(prevented).toEqual([true])
})

test('two presses at once send it once', async () => {
  const { user, sent } = await open()
  await user.keyboard('SUMMER{Tab}10')
  const create = screen.getByRole('button', { name: 'Create' })
  act(() => {
    create.click()
    create.click()
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
})

test('problems of the check show at their fields, and the first wrong field gets the focus', async () => {
  const { user, sent } = await open()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Code is required')).toBeTruthy()
  const code = screen.getByRole('textbox', { name: 'Code', description: 'Code is required' })
  expect(code.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'Value', description: 'Value must be greater than 0' })).toBeTruthy()
  expect(document.activeElement).toBe(code)
  expect(sent).toEqual([])
})

test('a refusal marks the named fields and keeps what was typed; the form can be sent again', async () => {
  let refusals = 1
  const { user, sent } = await open(async () => {
    if (refusals-- > 0) throw new ApiError('Taken', { code: 'conflict', status: 409, fields: { value: 'Too much', unknown: 'x' } })
  })
  await user.type(screen.getByLabelText('Value'), '5')
  await user.type(screen.getByLabelText('Code'), 'SUMMER{Enter}')
  expect(await screen.findByText('Too much')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Value'))
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('SUMMER')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(2)
})

test('a refusal without a field shows in the dialog', async () => {
  const { user } = await open(() => Promise.reject(new ApiError('Not today', { code: 'rule_violated', status: 422 })))
  await user.keyboard('SUMMER')
  await user.type(screen.getByLabelText('Value'), '5{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Not today')
})

test('during the call the button is busy and the dialog cannot be closed', async () => {
  const answer = Promise.withResolvers<void>()
  const { user } = await open(() => answer.promise)
  await user.keyboard('SUMMER')
  await user.type(screen.getByLabelText('Value'), '5{Enter}')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' })).disabled).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Create Coupon' })).toBeTruthy()
  answer.resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(['Esc', 'Cancel'])('%s stops a call that can be stopped, and keeps what was typed', async (way) => {
  const answer = Promise.withResolvers<boolean>()
  const { user, sent } = await open(
    () => answer.promise,
    undefined,
    () => answer.resolve(false),
  )
  await user.keyboard('SUMMER')
  await user.type(screen.getByLabelText('Value'), '5{Enter}')
  await screen.findByRole('button', { name: 'Saving...' })
  if (way === 'Esc') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  const typed = { code: 'SUMMER', value: '05' }
  expect(sent).toEqual([typed, typed])
})

test('leaving asks during a call that can be stopped, and stops it', async () => {
  let stops = 0
  const history = openTab('/elsewhere', '/')
  const { user } = await open(
    () => new Promise(() => undefined),
    history,
    () => (stops += 1),
  )
  await user.keyboard('SUMMER')
  await user.type(screen.getByLabelText('Value'), '5{Enter}')
  await screen.findByRole('button', { name: 'Saving...' })
  act(() => history.back())
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
  expect(stops).toBe(1)
})

test('Esc closes at once if nothing was typed, and otherwise asks', async () => {
  const { user } = await open()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.keyboard('SUM{Escape}')
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('SUM')

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test("the browser's Back asks like Esc", async () => {
  const history = openTab('/elsewhere', '/')
  const { user } = await open(undefined, history)
  await user.keyboard('SUMMER')
  history.back()
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  expect(question.textContent).toContain('They have not been saved.')
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('SUMMER')
  await waitFor(() => expect(window.location.pathname).toBe('/'))
})

test('closing the tab asks before it loses what was typed', async () => {
  const { user } = await open(undefined, openTab('/'))
  expect(isAskedOnClose()).toBe(false)
  await user.keyboard('SUMMER')
  expect(isAskedOnClose()).toBe(true)
})

test('Forward during the question about Back stays on the page', async () => {
  const history = openTab('/elsewhere', '/')
  const { user } = await open(undefined, history)
  await user.keyboard('SUMMER')
  for (let turn = 0; turn < 2; turn += 1) {
    history.back()
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    history.forward()
    await back
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('SUMMER')
    expect(window.location.pathname).toBe('/')
  }
})
