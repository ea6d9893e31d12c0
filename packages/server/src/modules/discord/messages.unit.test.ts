import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { announcementPost, embedLimits, shorten } from '@keydesk/contract'
import {
  announcementMessage,
  plainText,
  restockMessage,
  severalMessage,
  updateContent,
  updateMessage,
  type ProductChanges,
} from './messages.rules.ts'
import { backoffMs, isOver } from '../outbox/outbox.service.ts'
import { backoff, tryMs } from './discord-channel.service.ts'
import type { BotMessage } from '@keydesk/contract/bot-port'

const at = '2030-01-01T00:00:00.000Z'
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8_000 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '   ', '\u200b', '@everyone', '<@1>', '👩‍👩‍👧‍👦'.repeat(700), '*_~`|\\'.repeat(200)),
)
const product = fc.record({ name: anyText, thumbnail: fc.oneof(fc.webUrl(), anyText), link: fc.oneof(fc.webUrl(), anyText) })
const changed = <T>(value: fc.Arbitrary<T>) => fc.option(fc.record({ before: value, after: value }), { nil: undefined })
const changes = fc.record({
  update_status: changed(fc.constantFrom('Updated', 'Updating')),
  detection_status: changed(fc.constantFrom('Undetected', 'Detected', 'Unknown')),
  updates: changed(fc.array(fc.record({ title: anyText, date: anyText, description: anyText }), { maxLength: 40 })),
})

/** Checks a message against Discord's limits. */
function expectFits(message: BotMessage): void {
  const { title, description, fields, url, thumbnail } = message
  const blank = /^[\s\p{C}]*$/u
  expect(title.length).toBeLessThanOrEqual(256)
  expect(title).not.toMatch(blank)
  expect(description ?? 'none').not.toMatch(blank)
  expect((description ?? '').length).toBeLessThanOrEqual(4_096)
  expect(fields.length).toBeLessThanOrEqual(25)
  for (const { name, value } of fields) {
    expect([name.length <= 256, value.length <= 1_024, blank.test(name), blank.test(value)]).toEqual([true, true, false, false])
  }
  expect([title, description ?? '', ...fields.flatMap(({ name, value }) => [name, value])].join('').length).toBeLessThanOrEqual(6_000)
  for (const link of [url, thumbnail]) expect(link === null || (URL.canParse(link) && /^https?:/i.test(link))).toBe(true)
}

test('whatever a product holds, its message is within the limits of the service', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(product, changes, (about, what) => {
      const content = updateContent({ ...(what as ProductChanges), at })
      if (content !== null) expectFits(updateMessage(about, content))
    }),
    { numRuns: 200 },
  )
  fc.assert(
    fc.property(product, fc.array(fc.record({ name: anyText, price: fc.nat(1_000_000) }), { maxLength: 60 }), (about, variants) =>
      expectFits(restockMessage(about, variants, at)),
    ),
    { numRuns: 200 },
  )
  fc.assert(
    fc.property(anyText, anyText, fc.constantFrom(null, '400000000000000001'), (title, content, mention_role_id) => {
      const message = announcementMessage({ title, content, mention_role_id }, at)
      expectFits(message)
      // The dialog previews the same post.
      const { mention, ...post } = announcementPost(title, content, mention_role_id)
      expect(message).toMatchObject({ ...post, ...(mention !== null && { mention }), url: null, fields: [], thumbnail: null })
    }),
    { numRuns: 200 },
  )
})

test('a text is cut at a whole character', () => {
  expect(shorten('short', 5)).toBe('short')
  expect(shorten('longer', 5)).toBe('long…')
  expect(shorten('ab👩‍👩‍👧‍👦cd', 8)).toBe('ab…')
  expect(shorten('x'.repeat(5_000), embedLimits.description)).toHaveLength(4_096)
})

test('names and update texts are shown as typed: their marks are escaped, and no escape is cut', () => {
  const nameOf = (name: string) => updateMessage({ name, thumbnail: '', link: '' }, { fields: [], color: 0, timestamp: at }).title
  expect(nameOf('Half_Life_2')).toBe('Half_Life_2')
  expect(nameOf('_Aim_ **Pro** ~~1~~ ||x|| `y` C:\\')).toBe('\\_Aim\\_ \\*\\*Pro\\*\\* \\~\\~1\\~\\~ \\|\\|x\\|\\| \\`y\\` C:\\\\')
  expect(['# One', '> Two', '#1', '1 > 0'].map(nameOf)).toEqual(['\\# One', '\\> Two', '#1', '1 > 0'])
  expect(nameOf('*'.repeat(200))).toBe(`${'\\*'.repeat(127)}…`)
  expect(nameOf('\\'.repeat(200))).toBe(`${'\\\\'.repeat(127)}…`)
  expect(restockMessage({ name: 'Aim', thumbnail: '', link: '' }, [{ name: '*Day*', price: 1 }], at).fields[0]?.name).toBe('\\*Day\\*')
  const after = [
    {
      title: 'v1_',
      date: '2030',
      description: '<p># Not *big*</p><p>See https://x.example/_a_</p><p>&gt; <a href="https://x.example/_b_">_it_</a></p>',
    },
  ]
  expect(updateContent({ updates: { before: [], after }, at })?.fields).toEqual([
    { name: 'v1\\_ (2030)', value: '\\# Not \\*big\\*\nSee https://x.example/_a_\n\\> [\\_it\\_](https://x.example/_b_)' },
  ])
  expect(severalMessage(['_A_', '*B*'], {}, '**Look**', at).description).toBe('**Look**\n\n• \\_A\\_\n• \\*B\\*')
  expect(severalMessage(['_A_'], {}, '**Look**', at)).toMatchObject({ title: '\\_A\\_', description: '**Look**' })
})

test('rich text becomes a line for each paragraph and list item', () => {
  expect(plainText('<h2>New</h2><ul><li><p>One &lt;b&gt;</p></li><li><p>Two</p></li></ul><p>a<br>b&nbsp;c</p>')).toBe(
    'New\n• One <b>\n• Two\na\nb c',
  )
})

test('a post keeps the links and the numbers of rich text', () => {
  const link = (href: string, text: string) => plainText(`<p>See <a target="_blank" rel="noopener" href="${href}">${text}</a></p>`)
  expect(link('https://x.example/dl', 'the <strong>download</strong>')).toBe('See [the download](https://x.example/dl)')
  expect(link('https://x.example/?a=1&amp;b=(2)', 'it')).toBe('See [it](https://x.example/?a=1&b=%282%29)')
  expect(link('https://x.example/?a=1&amp;b', 'https://x.example/?a=1&amp;b')).toBe('See https://x.example/?a=1&b')
  expect(link('mailto:a@x.example', 'mail')).toBe('See mail')
  expect(plainText('<ol><li><p>One</p><ul><li><p>Part</p></li></ul></li><li><p>Two</p></li></ol><ul><li>Three</li></ul>')).toBe(
    '1. One\n• Part\n2. Two\n• Three',
  )
  const description = `<p>${'x'.repeat(1_000)} <a href="https://x.example/download">it</a></p>`
  const content = updateContent({ updates: { before: [], after: [{ title: 'New', date: '2030-01-01', description }] }, at })
  const { fields } = updateMessage({ name: 'Aim', thumbnail: '', link: '' }, content!)
  expect(fields[0]?.value).toBe(`${'x'.repeat(1_000)} …`)
})

test('a post says how many update items it leaves out', () => {
  const namesAndEnd = (count: number, length: number) => {
    const after = Array.from({ length: count }, (_, index) => ({ title: `${index}`, date: '2030-01-01', description: 'x'.repeat(length) }))
    const { fields } = updateMessage({ name: 'Aim', thumbnail: '', link: '' }, updateContent({ updates: { before: [], after }, at })!)
    return [fields.length, fields.at(-1)]
  }
  expect(namesAndEnd(8, 1_000)).toEqual([6, { name: '…', value: 'and 3 more' }])
  expect(namesAndEnd(30, 10)).toEqual([25, { name: '…', value: 'and 6 more' }])
  expect(namesAndEnd(25, 10)).toEqual([25, { name: '24 (2030-01-01)', value: 'x'.repeat(10) }])
})

test('without a change there is no message, and its colour is that of the status badge', () => {
  const colorOf = (what: Omit<ProductChanges, 'at'>) => updateContent({ ...what, at })?.color
  expect(updateContent({ at })).toBeNull()
  expect(colorOf({ detection_status: { before: 'Undetected', after: 'Detected' } })).toBe(0xef4444)
  expect(colorOf({ detection_status: { before: 'Unknown', after: 'Undetected' } })).toBe(0x16a34a)
  expect(colorOf({ update_status: { before: 'Updated', after: 'Updating' } })).toBe(0xeab308)
  expect(colorOf({ update_status: { before: 'Updating', after: 'Updated' } })).toBe(0x16a34a)
})

test('an update item is news if no other became it', () => {
  const item = (title: string, day: number, description: string) => ({ title, date: `2030-01-0${day}`, description })
  const added = (before: ReturnType<typeof item>[], after: ReturnType<typeof item>[]) =>
    (updateContent({ updates: { before, after }, at })?.fields ?? []).map(({ name }) => name)
  const [one, two] = [item('One', 1, 'First'), item('Two', 2, 'Second')]
  expect(added([one], [item('One', 3, 'First')])).toEqual([])
  // Many updates are called the same: one is taken away, and the next is news.
  expect(added([one], [item('One', 3, 'Better')])).toEqual(['One (2030-01-03)'])
  expect(added([one], [item('Uno', 1, 'Better')])).toEqual([])
  expect(added([one], [item('Uno', 3, 'First')])).toEqual([])
  expect(added([one], [item('Three', 3, 'Third')])).toEqual(['Three (2030-01-03)'])
  // A new item of the same day does not take the place of one that is there, or that shares more with another.
  expect(added([one], [item('New', 1, 'News'), one])).toEqual(['New (2030-01-01)'])
  expect(added([one, two], [item('New', 1, 'News'), item('One', 1, 'Better'), two])).toEqual(['New (2030-01-01)'])
  expect(added([one, two], [item('Two', 2, 'Changed'), item('Uno', 1, 'Changed')])).toEqual([])
})

test('the wait doubles up to a minute, and ends after an hour', () => {
  expect([1, 2, 3, 6, 7, 8, 500].map((nth) => backoffMs(backoff, nth))).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000])
  const first = new Date(at)
  expect(isOver(at, tryMs, new Date(first.getTime() + 3_599_999))).toBe(false)
  expect(isOver(at, tryMs, new Date(first.getTime() + 3_600_000))).toBe(true)
})
