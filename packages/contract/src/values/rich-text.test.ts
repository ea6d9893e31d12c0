import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlankHtml } from './rich-text.ts'

test('rich text that shows nothing is blank', () => {
  for (const html of [
    '',
    ' \n\t',
    '<p></p>',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<p>\u00a0</p>',
    '<ul><li><p> </p></li></ul>',
    '<h2 style="text-align: center"></h2>',
  ]) {
    expect(isBlankHtml(html), html).toBe(true)
  }
})

test('a letter, a sign or an image is something to see', () => {
  for (const html of [
    'x',
    '<p>x</p>',
    '<p>&amp;</p>',
    '<p>0</p>',
    '<img src="http://a.example/b.png">',
    '<p><IMG src="http://a.example/b.png" /></p>',
    '<p>&nbsp;.</p>',
  ]) {
    expect(isBlankHtml(html), html).toBe(false)
  }
})

test('blank text stays blank in any shape, and a word stays a word', () => {
  const tag = fc.constantFrom('p', 'h2', 'ul', 'li', 'blockquote', 'strong')
  const blank = fc.array(fc.constantFrom(' ', '\n', '&nbsp;', '<br>', '<br />')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(tag), blank, (tags, inside) => {
      const wrap = (text: string) => tags.reduce((html, name) => `<${name}>${html}</${name}>`, text)
      expect(isBlankHtml(wrap(inside))).toBe(true)
      expect(isBlankHtml(wrap(`${inside}word`))).toBe(false)
    }),
  )
})
