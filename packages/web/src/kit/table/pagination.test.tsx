import { screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setViewportWidth } from '../../../test/viewport.ts'
import { renderKit } from '../../../test/render-kit.tsx'
import { Pagination, pagesToShow } from './pagination.tsx'

function Paged({ pageCount }: { readonly pageCount: number }) {
  const [page, setPage] = useState(1)
  return <Pagination page={page} pageCount={pageCount} onChange={setPage} />
}

const current = () => screen.getByRole('button', { current: 'page' }).textContent
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

test('numbers, Previous and Next lead from page to page', async () => {
  const { user } = await renderKit(<Paged pageCount={3} />)
  expect(current()).toBe('1')
  expect(isDisabled('Previous')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(current()).toBe('2')
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(current()).toBe('3')
  expect(isDisabled('Next')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(current()).toBe('2')
})

test('a single page has no pagination', async () => {
  await renderKit(<Paged pageCount={1} />)
  expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull()
})

test('a phone shows at most five places, so that Next is in the row', async () => {
  setViewportWidth(400)
  const { user } = await renderKit(<Paged pageCount={7} />)
  const shown = () => screen.getAllByRole('button', { name: /^Page/ }).map(({ textContent }) => textContent)
  expect(shown()).toEqual(['1', '2', '3', '7'])
  for (const _ of 'abc') await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(shown()).toEqual(['1', '4', '7'])
})

test('many pages show the ends and the neighbours', () => {
  expect(pagesToShow(1, 7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pagesToShow(1, 20, 7)).toEqual([1, 2, 3, 4, 5, 'gap-after', 20])
  expect(pagesToShow(10, 20, 7)).toEqual([1, 'gap-before', 9, 10, 11, 'gap-after', 20])
  expect(pagesToShow(20, 20, 7)).toEqual([1, 'gap-before', 16, 17, 18, 19, 20])
  expect(pagesToShow(3, 7, 5)).toEqual([1, 2, 3, 'gap-after', 7])
  expect(pagesToShow(4, 7, 5)).toEqual([1, 'gap-before', 4, 'gap-after', 7])
})

test.each([7, 5] as const)('any page: at most %i places, in order, with the ends and the page, and no gap for one page', (places) => {
  const anywhere = fc
    .integer({ min: 1, max: 500 })
    .chain((pageCount) => fc.tuple(fc.integer({ min: 1, max: pageCount }), fc.constant(pageCount)))
  fc.assert(
    fc.property(anywhere, ([page, pageCount]) => {
      const shown = pagesToShow(page, pageCount, places)
      const numbers = shown.filter((entry) => typeof entry === 'number')
      expect(shown.length).toBe(Math.min(places, pageCount))
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
      const beside = places === 7 ? [page - 1, page + 1] : []
      const wanted = [1, ...beside, page, pageCount].filter((number) => number >= 1 && number <= pageCount)
      expect(numbers).toEqual(expect.arrayContaining(wanted))
      for (const [index, number] of numbers.slice(1).entries()) expect(number - numbers[index]!).not.toBe(2)
    }),
  )
})
