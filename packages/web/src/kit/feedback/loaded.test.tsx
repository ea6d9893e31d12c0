import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { ApiError } from '../../api/error.ts'
import { Loaded } from './loaded.tsx'

function Example({ load }: { readonly load: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['example'], queryFn: load })
  return (
    <>
      <Loaded query={query} failure="Failed to fetch orders">
        {(text) => <p>{text}</p>}
      </Loaded>
      <button type="button" onClick={() => void query.refetch()}>
        Refetch
      </button>
    </>
  )
}

test('shows Loading... until there is data', async () => {
  const answer = Promise.withResolvers<string>()
  await renderKit(<Example load={() => answer.promise} />)
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  answer.resolve('Content')
  expect(await screen.findByText('Content')).toBeTruthy()
  expect(screen.queryByText('Loading...')).toBeNull()
})

test('a failure replaces the content, and Try again refetches it', async () => {
  let failures = 1
  const { user } = await renderKit(<Example load={async () => (failures-- > 0 ? Promise.reject(new Error('no')) : 'Content')} />)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch orders')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Content')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('content stays when only a refetch fails', async () => {
  let calls = 0
  const { user } = await renderKit(<Example load={async () => ((calls += 1) === 1 ? 'Content' : Promise.reject(new Error('no')))} />)
  await screen.findByText('Content')
  await user.click(screen.getByRole('button', { name: 'Refetch' }))
  await waitFor(() => expect(calls).toBe(2))
  expect((await screen.findByRole('status')).textContent).toContain('What is shown may be out of date.')
  expect(screen.getByText('Content')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure shows why, and offers Try again only where it may help', async () => {
  const refused = new ApiError('No', { code: 'forbidden', status: 403 })
  const { user } = await renderKit(<Example load={() => Promise.reject(refused)} />)
  expect((await screen.findByRole('alert')).textContent).toContain('Your account has no access to this.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Refetch' }))
  expect(screen.getByRole('alert').textContent).toContain('Failed to fetch orders')
})
