import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderKit } from '../../test/render-kit.tsx'
import { setViewportWidth } from '../../test/viewport.ts'
import { CopyButton } from './controls/copy-button.tsx'
import { DateInput } from './controls/date-input.tsx'
import { DateRange } from './controls/date-range.tsx'
import { Segmented } from './controls/segmented.tsx'
import { Toolbar } from './layout/toolbar.tsx'

test('a day is reported when it is complete, not while its year is typed', async () => {
  const reported: string[] = []
  function Days() {
    const [day, setDay] = useState('')
    return (
      <>
        <DateInput
          label="From"
          value={day}
          onChange={(next) => {
            reported.push(next)
            setDay(next)
          }}
        />
        <button type="button" onClick={() => setDay('')}>
          Reset
        </button>
      </>
    )
  }
  const { user } = await renderKit(<Days />)
  const input = screen.getByLabelText<HTMLInputElement>('From')
  for (const value of ['0002-01-05', '0020-01-05', '0202-01-05', '2026-01-05']) fireEvent.change(input, { target: { value } })
  expect(reported).toEqual(['2026-01-05'])
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(input.value).toBe('')
})

test('a segmented control chooses one option, which stays chosen', async () => {
  const chosen = vi.fn<(value: string) => void>()
  const options = ['7', '30'].map((value) => ({ value, label: `${value} days` }))
  const { user } = await renderKit(<Segmented label="Period" value="7" options={options} onChange={chosen} />)
  await user.click(screen.getByRole('radio', { name: '7 days' }))
  expect(chosen).not.toHaveBeenCalled()
  await user.click(screen.getByRole('radio', { name: '30 days' }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('30')
})

test('copying shows a failure if the browser offers no clipboard', async () => {
  const { user } = await renderKit(<CopyButton text="KEY" label="Copy key" />)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await screen.findByText('The browser does not allow copying here')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
})

test('days in the wrong order show an error and change nothing until they are in order', async () => {
  const reported: object[] = []
  function Days() {
    const [days, setDays] = useState({ from: '2026-11-01', to: '2026-11-20' })
    return (
      <DateRange
        {...days}
        onChange={(next) => {
          reported.push(next)
          setDays(next)
        }}
      />
    )
  }
  await renderKit(<Days />)
  const [from, to] = [screen.getByLabelText<HTMLInputElement>('From'), screen.getByLabelText<HTMLInputElement>('To')]
  fireEvent.change(from, { target: { value: '2026-11-21' } })
  expect(screen.getByRole('alert').textContent).toBe('From is after To, so nothing has changed.')
  expect([from.value, from.getAttribute('aria-invalid'), to.getAttribute('aria-invalid')]).toEqual(['2026-11-21', 'true', 'true'])
  expect(reported).toEqual([])
  fireEvent.change(to, { target: { value: '2026-11-30' } })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(reported).toEqual([{ from: '2026-11-21', to: '2026-11-30' }])
})

test('a phone has the filters in a sheet, which clears them although nothing matches', async () => {
  setViewportWidth(400)
  const clear = vi.fn<() => void>()
  const filters = <input aria-label="Kind" />
  const { user } = await renderKit(<Toolbar count="0 of 12 keys" filters={filters} filterCount={1} isEmpty onClear={clear} />)
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Filters · 1' }))
  await user.click(within(screen.getByRole('dialog', { name: 'Filters' })).getByRole('button', { name: 'Clear filters' }))
  expect(clear).toHaveBeenCalledOnce()
  act(() => setViewportWidth(900))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => setViewportWidth(400))
  expect(screen.queryByRole('dialog')).toBeNull()
})
