// @vitest-environment jsdom
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'

/** Images embedded as base64 make every page that shows the text as large as they are. */

const png = 'image/png;base64,iVBORw0KGgo='

const spellings = [
  `data:${png}`,
  `DATA:${png}`,
  `dAtA:${png}`,
  `  data:${png}`,
  `\n\t data:${png} `,
  `\u0000data:${png}`,
  `\u0001\u001fdata:${png}`,
  `\u00a0data:${png}`,
  `\u200bdata:${png}`,
  `\ufeffdata:${png}`,
  `da\nta:${png}`,
  `d\ta\rt\na:${png}`,
  `data\n:${png}`,
  `da\u00adta:${png}`,
  `&#100;ata:${png}`,
  `&#0000100&#97;ta:${png}`,
  `&#x64;&#x41;ta:${png}`,
  `data&colon;${png}`,
  `data&#58;${png}`,
  `data&#x3a;${png}`,
  `d&Tab;ata:${png}`,
  `da&NewLine;ta:${png}`,
  `&#1;data:${png}`,
  `&nbsp;data:${png}`,
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E',
  'data:;base64,iVBORw0KGgo=',
  'DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=',
  'data:image/png;charset=utf-8;base64,%69VBORw0KGgo=',
  'blob:https://x.example/1',
]

const places: readonly ((address: string) => string)[] = [
  (address) => `<img src="${address}">`,
  (address) => `<IMG alt="a" SRC='${address}'>`,
  (address) => `<img src=${address.replaceAll(/[\s>]/g, '')}>`,
  (address) => `<image src="${address}">`,
  (address) => `<img srcset="${address} 2x, ${address}">`,
  (address) => `<img src="https://x.example/a.png" srcset="${address} 1x" style="content:url(${address})">`,
  (address) => `<img src="https://x.example/a.png" src="${address}" data-src="${address}" longdesc="${address}" lowsrc="${address}">`,
  (address) => `<picture><source srcset="${address}"><img src="${address}"></picture>`,
  (address) => `<p style="background:url(${address})">x</p>`,
  (address) => `<h2 style="text-align:center;background-image:URL('${address}')">x</h2>`,
  (address) => `<style>p{background:url(${address})}</style>x`,
  (address) => `<video poster="${address}"></video><input type="image" src="${address}"><object data="${address}"></object>`,
  (address) => `<table background="${address}"><tr><td background="${address}">x</td></tr></table>`,
  (address) => `<svg><image href="${address}" xlink:href="${address}"/></svg>`,
  (address) => `<a href="${address}">x</a>`,
]

/** The addresses that a browser would fetch for the cleaned text. */
function addressesIn(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].map(({ value }) => URL.parse(value, 'https://own.example/')?.protocol ?? ''),
  )
}
const isInside = (html: string) => /base64|iVBOR|url\(|svg/i.test(html) || addressesIn(html).some((scheme) => /^(data|blob):/.test(scheme))

test('the check of cleaned HTML finds images inside it', () => {
  for (const html of [`<img src=" d\nAta:${png}">`, '<a href="data:,x">', '<p style="background:url(x)">', '<img src="blob:https://x/1">'])
    expect(isInside(html), html).toBe(true)
})

test.each(spellings)('no image that is spelt %j is kept, wherever it is', async (address) => {
  for (const place of places) {
    const cleaned = await cleanHtml(place(address))
    expect(isInside(cleaned), cleaned).toBe(false)
  }
})

test('no mixture of letters, blanks and entities gets an image past the cleaning', async () => {
  const noise = fc.constantFrom('', '', '\t', '\n', '\r', ' ', '\u0000', '\u0001', '\u001f', '\u200b', '&Tab;', '&#10;', '&#x0;', '&nbsp;')
  const letter = (character: string) =>
    fc.constantFrom(
      character,
      character.toUpperCase(),
      `&#${character.codePointAt(0)};`,
      `&#x${character.toUpperCase().codePointAt(0)?.toString(16)};`,
    )
  const address = fc
    .tuple(...[...'data:'].flatMap((character) => [noise, letter(character)]), noise)
    .map((parts) => `${parts.join('')}${png}`)
  await fc.assert(
    fc.asyncProperty(address, fc.constantFrom(...places), async (spelt, place) => {
      const cleaned = await cleanHtml(place(spelt))
      expect(addressesIn(cleaned).filter((scheme) => scheme === 'data:')).toEqual([])
    }),
    { numRuns: Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 150) },
  )
})

test('a mention in the text, and an address that only looks similar, stay', async () => {
  const text = `<p>data:${png}</p><img src="https://x.example/data:image/a.png"><img src="/data/a.png">`
  expect(await cleanHtml(text)).toBe(text)
})
