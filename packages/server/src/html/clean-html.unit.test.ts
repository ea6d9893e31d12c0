// @vitest-environment jsdom
import { isAllowedLink, richText } from '@keydesk/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { anyHtml } from '../testing/any-html.ts'
import { hostileHtml } from '../testing/hostile-html.ts'

/**
 * The content that the editor does not offer, as a reader's browser parses it, and as it parses its own output again: markup that changes
 * its meaning when parsed twice must not slip through.
 */
function harmIn(html: string): string[] {
  const once = parse(html)
  return [once, parse(once.body.innerHTML)].flatMap((document) => {
    // Walk the nodes: in this DOM, selectors get slower with every document created.
    const strange = nodesOf(document.body).filter((node) => node instanceof Element && !isOffered(node))
    const hidden = nodesOf(document).filter((node) => node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.TEXT_NODE)
    return [...strange, ...hidden].map((node) => node.nodeName).concat(document.head.innerHTML === '' ? [] : [document.head.innerHTML])
  })
}

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

const nodesOf = (node: Node): Node[] => [...node.childNodes].flatMap((child) => [child, ...nodesOf(child)])

const attributesOf: Record<string, readonly string[]> = {
  a: ['target', 'rel', 'href'],
  img: ['src', 'alt', 'title'],
  p: ['style'],
  h2: ['style'],
}

function isOffered(element: Element): boolean {
  const { localName: name, namespaceURI, attributes } = element
  if (namespaceURI !== 'http://www.w3.org/1999/xhtml' || !isOneOf(richText.tags, name)) return false
  if ([...attributes].some((attribute) => !isOneOf(attributesOf[name] ?? [], attribute.name))) return false
  const style = element.getAttribute('style')
  if (style !== null && !/^text-align: (left|center|right|justify);$/.test(style)) return false
  if (element instanceof HTMLAnchorElement) return isSafeLink(element)
  return (
    !(element instanceof HTMLImageElement) ||
    isOneOf(richText.imageSchemes, URL.parse(element.getAttribute('src') ?? '', 'http://own.test')?.protocol.slice(0, -1))
  )
}

function isSafeLink(link: HTMLAnchorElement): boolean {
  if (link.target !== '_blank' || link.rel !== 'noopener noreferrer nofollow') return false
  const href = link.getAttribute('href')
  return href !== null && isAllowedLink(href) && isOneOf(richText.linkSchemes, link.protocol.slice(0, -1))
}

const isOneOf = (list: readonly string[], value: string | undefined): boolean => value !== undefined && list.includes(value)

test('the check of cleaned HTML finds what the cleaning must remove', () => {
  for (const html of [
    '<script>1</script>',
    '<p onclick=x>',
    '<a href="/a">',
    '<img src="data:,">',
    '<!-- x -->',
    '<svg></svg>',
    '<p style="color:red">',
    '<title>x',
  ]) {
    expect(harmIn(html), html).not.toEqual([])
  }
})

test('there are more than a hundred hostile texts', () => expect(new Set(hostileHtml).size).toBeGreaterThan(100))

test.each(hostileHtml.map((html) => [html.length > 150 ? `${html.slice(0, 150)}…` : html, html]))(
  'nothing executable survives of %s',
  async (_, html) => {
    const cleaned = await cleanHtml(html)
    expect(harmIn(cleaned)).toEqual([])
    expect(await cleanHtml(cleaned)).toBe(cleaned)
  },
)

test('HTML that the editor writes is not changed by the cleaning', async () => {
  const written =
    '<p>Plain, <strong>bold</strong>, <em>italic</em> &amp; &lt;tags&gt;,&nbsp;“quotes” \' "</p><p></p><h2 style="text-align: center;">Head</h2>' +
    '<p style="text-align: justify;">a<br>b</p><ul><li><p>one</p><ul><li><p>deep</p></li></ul></li></ul><ol><li><p>two</p></li></ol><blockquote><p>said</p></blockquote>' +
    '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://x.example/?a=1&amp;b=2#c">link</a></p><img src="https://x.example/a.png" alt="An &quot;a&quot;" title="A">'
  expect(await cleanHtml(written)).toBe(written)
})

describe('pasted content keeps its shape', () => {
  const link = (href: string, text: string) => `<a target="_blank" rel="noopener noreferrer nofollow" href="${href}">${text}</a>`
  test.each([
    ['<b>a</b> <i>b</i>', '<strong>a</strong> <em>b</em>'],
    ['<h1>a</h1><h3>b</h3><h4>c</h4><h5>d</h5><h6>e</h6>', '<h2>a</h2><h2>b</h2><h2>c</h2><h2>d</h2><h2>e</h2>'],
    ['<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
    ['<div><div>a</div><section><div>b</div></section></div>', '<p>a</p><p>b</p>'],
    ['<div><h1>a</h1>b<ul><li>c</li></ul></div>', '<h2>a</h2>b<ul><li>c</li></ul>'],
    ['<p><b><div>a</div></b></p>', '<strong><p>a</p></strong>'],
    ['<ul><li>a<ul><li>b</li></ul></li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '<p>a</p><p>b</p>'],
    ['<span style="color:red">a</span><u>b</u>', 'ab'],
    ['<p style="color: red; text-align: CENTER !important">a</p>', '<p style="text-align: center;">a</p>'],
    ['<div style="text-align:right">a</div>', '<p style="text-align: right;">a</p>'],
    ['<ul style="text-align:right"><li style="text-align:right">a</li></ul>', '<ul><li>a</li></ul>'],
    ['<p style="text-align: middle">a</p>', '<p>a</p>'],
    ['<p class="x" id="y" data-z="1" title="t" align="right">a</p>', '<p>a</p>'],
    ['<a href="https://x.example" target="_self" rel="opener" onclick="x()" download>a</a>', link('https://x.example', 'a')],
    ['<a href="www.x.example/a">a</a>', link('http://www.x.example/a', 'a')],
    ['<a href="x.example">a</a>', link('http://x.example', 'a')],
    ['<a href="/a">a</a><a href="#b">b</a><a href="?c">c</a>', link('/a', 'a') + link('#b', 'b') + link('?c', 'c')],
    ['<a href="mailto:a@x.example">a</a><a href="tel:+1">b</a>', link('mailto:a@x.example', 'a') + link('tel:+1', 'b')],
    ['<a href="my site.com">a</a><a href="https://x.example/a b">b</a><a href=" /c\n">c</a>', `ab${link('/c', 'c')}`],
    ['<a href="//">a</a><a href="https://a b">b</a>', 'ab'],
    ['<a name="x">a</a><a href="">b</a><a href="javascript:x">c</a><p>d</p>', 'abc<p>d</p>'],
    ['<img src="https://x.example/a.png" width="9" srcset="b.png 2x" loading="lazy">', '<img src="https://x.example/a.png">'],
    ['<img src="/a.png" alt="">', '<img src="/a.png" alt="">'],
    ['<img src="data:image/png;base64,iVBORw0KGgo=" alt="a">b', 'b'],
    ['<!-- a --><?xml b?><!doctype html><html><head><title>c</title></head><body>d</body></html>', 'd'],
    ['1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
    ['', ''],
  ])('%s', async (html, cleaned) => {
    expect(await cleanHtml(html)).toBe(cleaned)
  })
})

test('deep nesting is cut and does not take long', async () => {
  const depth = 15_000
  const cleaned = await cleanHtml('<blockquote>'.repeat(depth) + 'deep' + '</blockquote>'.repeat(depth))
  expect(cleaned.match(/<blockquote>/g)?.length).toBe(100)
  expect(cleaned).toContain('deep')
})

test('nothing executable survives in whatever is sent, and cleaning twice is cleaning once', async () => {
  const property = fc.asyncProperty(anyHtml, async (text) => {
    const cleaned = await cleanHtml(text)
    expect(harmIn(cleaned)).toEqual([])
    expect(await cleanHtml(cleaned)).toBe(cleaned)
  })
  await fc.assert(property, { numRuns: Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 300) })
})
