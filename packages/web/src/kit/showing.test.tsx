import { loginInput } from '@keydesk/contract'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderKit } from '../../test/render-kit.tsx'
import { Card } from './layout/card.tsx'
import { checkWith } from './form/form-check.ts'
import { DateText } from './text/date-text.tsx'
import { Drawer } from './overlay/drawer.tsx'
import { formatDate, formatExact } from './text/format.ts'
import { Money } from './text/money.tsx'
import { Loading, SkeletonTable } from './feedback/loading.tsx'

test('money is dollars with two decimals', async () => {
  await renderKit([0, 9.5, 1234.5, 1_000_000].map((amount) => <Money key={amount} amount={amount} />))
  expect(screen.getByRole('main').textContent).toBe('$0.00$9.50$1,234.50$1,000,000.00')
})

test('a date gives its exact moment on hover and to screen readers; a missing date has a text', async () => {
  const at = '2030-01-02T12:00:00.000Z'
  await renderKit(
    <>
      <DateText at={at} />
      <Card>
        <DateText at={null} />
      </Card>
      <DateText at="garbage" none="—" />
    </>,
  )
  const shown = screen.getByText(formatDate(at))
  expect(shown.getAttribute('datetime')).toBe(at)
  expect(shown.dataset.tooltip).toBe(formatExact(at))
  expect(shown.ariaLabel).toBe(formatExact(at))
  // Tab must not stop at each date of a table.
  expect(shown.tabIndex).toBe(-1)
  expect(screen.getByText('Never')).toBeTruthy()
  expect(screen.getByText('—')).toBeTruthy()
})

test('a skeleton shows shapes, and Loading... to screen readers', async () => {
  await renderKit(
    <Loading>
      <SkeletonTable rows={3} columns={2} />
    </Loading>,
  )
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  expect(screen.getByRole('status').querySelectorAll('td [aria-hidden=true]')).toHaveLength(3 * 2)
})

test('Esc closes a drawer, and the focus goes back', async () => {
  function Example() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <Drawer title="Order #7" description="jane@example.com" onClose={() => setOpen(false)} footer={<p>Foot</p>}>
            Lines
          </Drawer>
        )}
      </>
    )
  }
  const { user } = await renderKit(<Example />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog', { name: 'Order #7', description: 'jane@example.com' }).textContent).toContain('Lines')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})

test('a schema of the contract checks a form, with the first message of each field', () => {
  const check = checkWith(loginInput)
  expect(check({ identity: 'admin', password: 'secret' })).toEqual({})
  expect(check({ identity: ' ', password: '' })).toEqual({ identity: 'Username or email is required', password: 'Password is required' })
})
