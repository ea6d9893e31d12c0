import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test/render-page.tsx'
import { screens } from './screens.ts'

const place = { params: { id: '1' }, isNarrowed: false }
const visited = screens.map((screen) => ({ url: screen.path.replace('$id', '1'), reads: screen.reads(place) }))

test.each(visited)('$url asks ahead for what it reads, once', async ({ url, reads }) => {
  expect(reads.length).toBeGreaterThan(0)
  const { requests, wanted } = await renderApp(url)
  await waitFor(() => expect(wanted).toEqual(expect.arrayContaining([...reads])))
  const sent = requests.map((request) => request.url)
  expect(sent).toEqual(expect.arrayContaining([...reads]))
  expect(sent.filter((path) => reads.includes(path))).toHaveLength(reads.length)
})

test('an address that narrows a screen down is left to the screen', () => {
  const narrowed = screens.filter((screen) => screen.reads({ ...place, isNarrowed: true }).length === 0)
  expect(narrowed.map((screen) => screen.path)).toEqual(['/', '/purchases/orders', '/referrals'])
})

test('an id that is none is not asked for', () => {
  const reads = screens.flatMap((screen) => screen.reads({ params: { id: '../x' }, isNarrowed: false }))
  expect(reads.join(' ')).not.toContain('/x')
})
