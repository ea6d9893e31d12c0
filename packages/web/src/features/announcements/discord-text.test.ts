import { expect, test } from 'vitest'
import { type Inline, parseDiscordText, parseInline } from './discord-text.ts'

/** The parts as one text, with tags for their styles. */
const tagged = (parts: readonly Inline[]): string =>
  parts
    .map((part) =>
      part.is === 'mention'
        ? `<${part.kind}>${part.id}</>`
        : 'parts' in part
          ? `<${part.is}>${tagged(part.parts)}</>`
          : part.is === 'text'
            ? part.text
            : `<${part.is}>${part.text}</>`,
    )
    .join('')

test.each([
  ['plain', 'plain'],
  ['**bold** and *slanted* and _too_', '<bold>bold</> and <italic>slanted</> and <italic>too</>'],
  ['***both***', '<bold><italic>both</></>'],
  ['__under__ ~~gone~~ ||secret||', '<underlined>under</> <struck>gone</> <spoiler>secret</>'],
  ['**a *b* c**', '<bold>a <italic>b</> c</>'],
  ['`**code**`', '<code>**code**</>'],
  ['\\*not\\* 5 * 3 * 2 snake_case_name', '*not* 5 * 3 * 2 snake_case_name'],
  ['[Shop](https://shop.example/a) or https://shop.example', '<link>Shop</> or <link>https://shop.example</>'],
  ['[bad](javascript:alert(1))', '[bad](javascript:alert(1))'],
  ['In <#111111111111111111>, <@&222222222222222222>', 'In <channels>111111111111111111</>, <roles>222222222222222222</>'],
  ['\\<#111111111111111111> <#1> <@111111111111111111>', '<#111111111111111111> <#1> <@111111111111111111>'],
  ['**open', '**open'],
  ['', ''],
])('%s', (text, expected) => {
  expect(tagged(parseInline(text))).toBe(expected)
})

test('lines, headings, lists, quotes and code', () => {
  const text = '# Big\n## Less\n-# small\n\n- one\n* two\n3. three\n> quoted\n> more\nplain\n```js\nlet **a**\n```\nend\n>>> all\nof it'
  const lines = parseDiscordText(text).map((block) => {
    if (block.is === 'quote') return `quote of ${block.blocks.length}`
    if (block.is === 'code') return `code ${block.text}`
    const mark = block.is === 'item' ? ` ${block.mark}` : block.is === 'heading' ? ` ${block.level}` : ''
    return `${block.is}${mark} ${tagged(block.parts)}`
  })
  expect(lines).toEqual([
    ...['heading 1 Big', 'heading 2 Less', 'subtext small', 'line ', 'item • one', 'item • two', 'item 3. three', 'quote of 2'],
    ...['line plain', 'code let **a**', 'line end', 'quote of 2'],
  ])
})
