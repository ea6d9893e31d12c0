import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { LoadMore } from './load-more.tsx'

const query = (state: Partial<Parameters<typeof LoadMore>[0]['query']> = {}) => ({
  ...{ hasNextPage: true, isFetching: false, isFetchingNextPage: false, isFetchNextPageError: false },
  fetchNextPage: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  ...state,
})

/** Mocks the IntersectionObserver, so that a test can bring the element into view: jsdom has no layout. */
function watchSight() {
  const watchers: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onSight: (entries: { isIntersecting: boolean }[]) => void) {
        watchers.push(() => onSight([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  return watchers
}

test('fetches the next page when the end comes into view, or by the button', async () => {
  const watchers = watchSight()
  const list = query()
  const { user } = await renderKit(<LoadMore query={list} />)
  act(() => watchers.at(-1)!())
  expect(list.fetchNextPage).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(list.fetchNextPage).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})

test('after a failure it fetches only by the button', async () => {
  const watchers = watchSight()
  const list = query({ isFetchNextPageError: true })
  const { user } = await renderKit(<LoadMore query={list} />)
  expect(screen.getByRole('alert').textContent).toBe('The next page could not be loaded.')
  expect(watchers).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(list.fetchNextPage).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test('shows loading, and disappears after the last page', async () => {
  const loading = <LoadMore query={query({ isFetching: true, isFetchingNextPage: true })} />
  await renderKit(loading)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loading...' }).disabled).toBe(true)
  await renderKit(<p>{<LoadMore query={query({ hasNextPage: false })} />}</p>)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})
