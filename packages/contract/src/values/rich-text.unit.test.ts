import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAllowedLink, linkScheme, richText } from './rich-text.ts'

test.each([
  ...richText.linkSchemes.map((scheme) => `${scheme}:somewhere`),
  'https://x.example/a?b=c:d#e:f',
  'HTTPS://X.EXAMPLE',
  '  https://x.example  ',
  'mailto:a@x.example?subject=Hi:%20there',
  '//x.example/a',
  '/a/b:c',
  './a:b',
  '#a:b',
  '?a=b:c',
  'x.example/a',
  '',
])('%s may be kept', (href) => expect(isAllowedLink(href)).toBe(true))

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,x',
  'blob:https://x.example/1',
  'file:///etc/passwd',
  'about:blank',
  'view-source:https://x.example',
  'filesystem:https://x.example/1',
  'javascript://x.example/%0aalert(1)',
  'x-unknown:1',
  '//',
  'https://',
  'https://my shop.example',
  'my site.com',
  'https://x.example/a b',
  'https://x.example/?q=a b',
  'mailto:a@x.example?subject=Hi there',
  '/a b',
  '#a\u00a0b',
  'x.example/a\tb',
  'https://x.exa\nmple',
  'https://x.example/\u3000a',
])('%s may not', (href) => expect(isAllowedLink(href)).toBe(false))

describe('disguised as no scheme', () => {
  const invisible = [
    ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)),
    ...[
      '\u007f',
      '\u0085',
      '\u00a0',
      '\u00ad',
      '\u061c',
      '\u1680',
      '\u180e',
      '\u2000',
      '\u200b',
      '\u200d',
      '\u200e',
      '\u2028',
      '\u2029',
      '\u202e',
      '\u2060',
    ],
    ...['\u3000', '\ufeff', '\ufff9', '\udb40\udc41', '\ud800'],
  ]
  test.each(invisible.map((character) => [[...character].map((part) => `U+${part.codePointAt(0)!.toString(16)}`).join(), character]))(
    '%s',
    (_, character) => {
      for (const href of [
        `${character}javascript:x`,
        `java${character}script:x`,
        `javascript${character}:x`,
        `${character}${character}java${character}script:x`,
      ]) {
        expect(isAllowedLink(href), JSON.stringify(href)).toBe(false)
      }
    },
  )

  test('no scheme that a browser would see is overlooked', () => {
    const noise = fc.constantFrom('', '', '\t', '\n', '\r', ' ', '\u0000', '\u0001', '\u001f', '\u200b')
    const scheme = fc.constantFrom('javascript', 'data', 'vbscript', 'file', 'blob', 'about')
    const href = fc.tuple(scheme, fc.array(noise, { minLength: 14, maxLength: 14 }), fc.string()).map(([name, noises, rest]) => {
      const spread = [...name].map((letter, index) => (noises[index] ?? '') + letter).join('')
      return `${spread}${noises.at(-1)}:${rest}`
    })
    fc.assert(
      fc.property(href, (text) => {
        const seen = URL.parse(text)?.protocol.slice(0, -1)
        expect(linkScheme(text)).toBe(seen ?? linkScheme(text))
        expect(isAllowedLink(text)).toBe(false)
      }),
    )
  })

  test('whatever is typed, what is kept leads to an allowed scheme or to the page’s own', () => {
    const leads = (href: string) => URL.parse(href, 'https://own.example')?.protocol.slice(0, -1) ?? 'https'
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (href) => {
        expect(!isAllowedLink(href) || (richText.linkSchemes as readonly string[]).includes(leads(href))).toBe(true)
      }),
    )
  })
})
