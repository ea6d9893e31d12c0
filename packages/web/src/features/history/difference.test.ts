import { expect, test } from 'vitest'
import { htmlToText } from './value-text.ts'
import { differenceOf, fold, isChanged } from './difference.tsx'

const marked = (before: string, after: string): string =>
  (differenceOf(before, after) ?? []).map(({ is, text }) => (is === 'added' ? `+${text}+` : is === 'removed' ? `-${text}-` : text)).join('')

test('marks added and removed words', () => {
  expect(marked('Works on Windows 10.', 'Works on Windows 10 and 11.')).toBe('Works on Windows 10 +and 11+.')
  expect(marked('boxes within 200 metres', 'boxes within 300 metres')).toBe('boxes within -200-+300+ metres')
  expect(isChanged(differenceOf('one two', 'one two')!)).toBe(false)
})

test('gives up on two texts of 20,000 letters with nothing in common', () => {
  const [a, b] = ['a', 'b'].map((letter) => Array.from({ length: 5000 }, (_, index) => `${letter}${index}`).join(' '))
  expect(differenceOf(a!, b!)).toBeNull()
})

test('folds long unchanged pieces, but not changes', () => {
  const words = (name: string) => Array.from({ length: 100 }, (_, index) => `${name}${index}`).join(' ')
  const pieces = fold(differenceOf(`${words('a')} old ${words('b')}`, `${words('a')} new ${words('b')}`)!)
  expect(pieces.map(({ is }) => is)).toEqual(['folded', 'same', 'removed', 'added', 'same', 'folded'])
  const text = pieces.map((piece) => piece.text).join('')
  expect(text).toContain('a99 ')
  expect(text).toContain(' b0')
  expect(text.length).toBeLessThan(220)
  const short = differenceOf('a short text stays whole', 'a short text remains whole')!
  expect(fold(short)).toEqual(short)
})

test('formatted text as plain text', () => {
  expect(htmlToText('<h2>New</h2><p>A <strong>bold</strong>\n word<br>and more</p><ul><li><p>one</p></li><li>two</li></ul>')).toBe(
    'New\nA bold word\nand more\n• one\n• two',
  )
  expect(
    htmlToText('<p><a href="https://a.example/">here</a> <a href="https://b.example">https://b.example</a><img src="/media/1.webp"></p>'),
  ).toBe('here (https://a.example/) https://b.example [Image: /media/1.webp]')
  expect(htmlToText('')).toBe('')
})
