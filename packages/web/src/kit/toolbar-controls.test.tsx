import type { Days } from '@keydesk/contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderKit } from '../../test/render-kit.tsx'
import { setViewportWidth } from '../../test/viewport.ts'
import { CopyButton } from './controls/copy-button.tsx'
import { DateRange, type DateRangeProps } from './controls/date-range.tsx'
import { Segmented } from './controls/segmented.tsx'
import { Toolbar } from './layout/toolbar.tsx'

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

/** Days from 11/01/2026 to 11/20/2026, which change at once, or once `answer` has them. */
async function showDays(props: Partial<DateRangeProps> = {}, isSlow = false) {
  const sent: Days[] = []
  let answer!: (days: Days) => void
  function Range() {
    const [days, setDays] = useState({ from: '2026-11-01', to: '2026-11-20' })
    useEffect(() => {
      answer = (next) => act(() => setDays(next))
    }, [])
    return (
      <DateRange
        {...props}
        {...days}
        onChange={(next) => {
          sent.push(next)
          if (!isSlow) setDays(next)
        }}
      />
    )
  }
  await renderKit(<Range />)
  const [from, to] = [screen.getByLabelText<HTMLInputElement>('From'), screen.getByLabelText<HTMLInputElement>('To')]
  return {
    sent,
    answer: (days: Days) => answer(days),
    from,
    to,
    type: (input: HTMLInputElement, ...days: string[]) => days.forEach((value) => fireEvent.change(input, { target: { value } })),
    values: () => [from.value, to.value],
  }
}

test('a day is reported when it is complete, not while its year is typed', async () => {
  const { sent, answer, from, type, values } = await showDays()
  type(from, '0002-01-05', '0020-01-05', '0202-01-05', '2025-01-05')
  expect(sent).toEqual([{ from: '2025-01-05', to: '2026-11-20' }])
  type(from, '0002-01-05')
  answer({ from: '', to: '' })
  expect(values()).toEqual(['', ''])
})

test('days in the wrong order show an error and change nothing until they are in order', async () => {
  const { sent, from, to, type, values } = await showDays()
  type(from, '2026-11-21')
  expect(screen.getByRole('alert').textContent).toBe('From is after To.')
  expect([from.getAttribute('aria-invalid'), to.getAttribute('aria-invalid')]).toEqual(['true', 'true'])
  expect([values(), sent]).toEqual([['2026-11-21', '2026-11-20'], []])
  type(to, '2026-11-30')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent).toEqual([{ from: '2026-11-21', to: '2026-11-30' }])
})

test('too many days, and days after today, show an error and change nothing', async () => {
  const { sent, from, to, type, values } = await showDays({ max: '2026-11-28', mostDays: 366 })
  type(from, '2024-01-01')
  expect(screen.getByRole('alert').textContent).toBe('These are more than 366 days.')
  type(to, '2026-11-29')
  expect(screen.getByRole('alert').textContent).toBe('To is after today.')
  type(to, '2025-01-01')
  expect(screen.getByRole('alert').textContent).toBe('These are more than 366 days.')
  expect(sent).toEqual([])
  type(to, '2024-12-31')
  expect(screen.queryByRole('alert')).toBeNull()
  expect([values(), sent]).toEqual([['2024-01-01', '2024-12-31'], [{ from: '2024-01-01', to: '2024-12-31' }]])
})

test('days that come back late do not replace what was typed meanwhile; other days do', async () => {
  const { sent, answer, from, type, values } = await showDays({}, true)
  type(from, '2026-01-01', '2026-01-05', '0002-01-05')
  answer(sent[0]!)
  expect(values()).toEqual(['0002-01-05', '2026-11-20'])
  type(from, '2025-01-05')
  answer(sent[2]!)
  expect(values()).toEqual(['2025-01-05', '2026-11-20'])
  answer(sent[1]!)
  expect(values()).toEqual(['2026-01-05', '2026-11-20'])
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
