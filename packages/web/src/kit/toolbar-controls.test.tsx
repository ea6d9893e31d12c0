import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderKit } from '../../test/render-kit.tsx'
import { CopyButton } from './copy-button.tsx'
import { DateInput } from './date-input.tsx'
import { Segmented } from './segmented.tsx'

test('a day is told when it is whole, not while its year is being typed', async () => {
  const told: string[] = []
  function Days() {
    const [day, setDay] = useState('')
    return (
      <>
        <DateInput
          label="From"
          value={day}
          onChange={(next) => {
            told.push(next)
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
  expect(told).toEqual(['2026-01-05'])
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(input.value).toBe('')
})

test('one of a few is chosen, and stays chosen', async () => {
  const chosen = vi.fn<(value: string) => void>()
  const options = ['7', '30'].map((value) => ({ value, label: `${value} days` }))
  const { user } = await renderKit(<Segmented label="Period" value="7" options={options} onChange={chosen} />)
  await user.click(screen.getByRole('radio', { name: '7 days' }))
  expect(chosen).not.toHaveBeenCalled()
  await user.click(screen.getByRole('radio', { name: '30 days' }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('30')
})

test('where a browser offers no clipboard, copying says so', async () => {
  const { user } = await renderKit(<CopyButton text="KEY" label="Copy key" />)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await screen.findByText('The browser does not allow copying here')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy key' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
})
