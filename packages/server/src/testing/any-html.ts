import * as fc from 'fast-check'

const names = [
  'p',
  'div',
  'h1',
  'h2',
  'b',
  'i',
  'em',
  'a',
  'img',
  'ul',
  'li',
  'blockquote',
  'br',
  'table',
  'td',
  'svg',
  'math',
  'mtext',
  'style',
]
const more = [
  'script',
  'noscript',
  'template',
  'textarea',
  'title',
  'iframe',
  'xmp',
  'select',
  'option',
  'form',
  'foreignObject',
  'plaintext',
  'body',
]
const tag = fc.constantFrom(...names, ...more)
const value = fc.oneof(
  fc.string(),
  fc.constantFrom('javascript:alert(1)', 'java\nscript:alert(1)', 'x.example', '"><img src=x onerror=alert(1)>', 'text-align:left'),
)
const attribute = fc.tuple(
  fc.constantFrom('href', 'src', 'style', 'alt', 'onerror', 'title', 'srcdoc', 'x"y'),
  value,
  fc.constantFrom('"', "'", ''),
)
const attributes = fc
  .array(attribute, { maxLength: 3 })
  .map((list) => list.map(([name, text, quote]) => ` ${name}=${quote}${text}${quote}`).join(''))
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(tag, attributes).map(([name, rest]) => `<${name}${rest}>`) },
  { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&lt;script&gt;',
      '&#60;',
      '<',
      '\u0000',
      '</',
      '<!',
      '<?',
      '&nbsp;',
      'text',
    ),
  },
)
/** Random markup: badly nested, cut off, with attacks in every place. */
export const anyHtml = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
