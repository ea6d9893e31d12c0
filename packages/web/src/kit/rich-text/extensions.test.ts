import { Editor } from '@tiptap/core'
import { describe, expect, test } from 'vitest'
import { cleanPasted, extensions, isAllowedImage, pressTool, toLink, toolsOn } from './extensions.ts'

/** The HTML that the editor writes for a text. */
const written = (html: string) => {
  const editor = new Editor({ extensions, content: html })
  const text = editor.getHTML()
  editor.destroy()
  return text
}

describe('a typed address', () => {
  test.each([
    ['example.com', 'http://example.com'],
    [' https://example.com/a ', 'https://example.com/a'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['xmpp:a@example.com', 'xmpp:a@example.com'],
    ['/page', '/page'],
    ['#part', '#part'],
  ])('%s becomes %s', (typed, href) => expect(toLink(typed)).toBe(href))
  test.each(['', '  ', 'javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'file:///etc', 'my site.com', 'a b'])(
    '%j is refused',
    (typed) => expect(toLink(typed)).toBeNull(),
  )
})

test('images are allowed by http and https alone', () => {
  expect(['http://a/b.png', 'https://a/b.png'].map(isAllowedImage)).toEqual([true, true])
  expect(['data:image/png;base64,AAAA', 'blob:http://a/1', 'ftp://a/b.png', '/b.png', ''].map(isAllowedImage)).not.toContain(true)
  expect(cleanPasted('<p>x<img src="data:image/png;base64,AAAA"><img src="https://a/b.png"></p>')).toBe(
    '<p>x<img src="https://a/b.png"></p>',
  )
})

describe('the editor keeps', () => {
  test.each([
    '<p><strong>b</strong><em>i</em></p>',
    '<h2>heading</h2>',
    '<ul><li><p>x</p></li></ul>',
    '<ol><li><p>x</p></li></ol>',
    '<blockquote><p>x</p></blockquote>',
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="ftp://a">x</a></p>',
    '<p style="text-align: justify;">x</p>',
  ])('%s', (html) => expect(written(html)).toBe(html))
})

test.each([
  ['Bold', '<p><strong>x</strong></p>'],
  ['Italic', '<p><em>x</em></p>'],
  ['Heading', '<h2>x</h2>'],
  ['Bullet list', '<ul><li><p>x</p></li></ul>'],
  ['Ordered list', '<ol><li><p>x</p></li></ol>'],
  ['Quote', '<blockquote><p>x</p></blockquote>'],
  ['Align left', '<p style="text-align: left;">x</p>'],
  ['Align center', '<p style="text-align: center;">x</p>'],
  ['Align right', '<p style="text-align: right;">x</p>'],
  ['Justify', '<p style="text-align: justify;">x</p>'],
])('the tool %s makes %s, and undoes it', (name, html) => {
  const editor = new Editor({ extensions, content: '<p>x</p>' })
  editor.commands.setTextSelection({ from: 1, to: 2 })
  pressTool(editor, name)
  expect([editor.getHTML(), toolsOn(editor)]).toEqual([html, name])
  pressTool(editor, name)
  expect([editor.getHTML(), toolsOn(editor)]).toEqual(['<p>x</p>', ''])
  editor.destroy()
})

test('a typed address becomes a link', () => {
  const editor = new Editor({ extensions })
  editor.commands.command(({ tr }) => tr.insertText('see example.com ') !== null)
  expect(editor.getHTML()).toBe(
    '<p>see <a target="_blank" rel="noopener noreferrer nofollow" href="http://example.com">example.com</a> </p>',
  )
  editor.destroy()
})

test.each([
  [
    '<p><a href="https://a.b" class="c" title="T" target="_self" rel="opener">x</a></p>',
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://a.b">x</a></p>',
  ],
  ['<ol start="3" type="a"><li><p>x</p></li></ol>', '<ol><li><p>x</p></li></ol>'],
  ['<img src="https://a/b.png" alt="A" width="9" height="9">', '<img src="https://a/b.png" alt="A">'],
])('pasted %s is written as the server stores it', (pasted, html) => expect(written(cleanPasted(pasted))).toBe(html))

test('the editor drops everything outside the allow-list', () => {
  expect(written('<h1>x</h1>')).toBe('<p>x</p>')
  expect(written('<p><u>x</u><s>y</s><code>z</code></p><pre>w</pre><hr>')).not.toMatch(/<(?:u|s|code|pre|hr)\b/)
  expect(written('<p><a href="javascript:alert(1)">x</a></p>')).not.toContain('javascript')
})

test.each([
  'data:image/png;base64,AAAA',
  'DATA:image/png;base64,AAAA',
  ' data:image/png,A',
  'da\nta:image/png,A',
  '\u0001Data:,',
  'blob:http://a/1',
])('the editor drops the stored image %j', (src) => expect(written(`<p>x</p><img src="${src}">`)).toBe('<p>x</p>'))

test.each(['https://a.example/b.png', 'HTTP://a.example/b.png', '/media/b.png'])('the editor keeps the stored image %s', (src) =>
  expect(written(`<img src="${src}" alt="A">`)).toBe(`<img src="${src}" alt="A">`),
)
