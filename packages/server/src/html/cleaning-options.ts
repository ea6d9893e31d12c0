import { isAllowedLink, linkScheme, richText } from '@keydesk/contract'
import type { Attributes, IOptions, Tag } from 'sanitize-html'

/** Paragraphs, and block elements of pasted pages, which become paragraphs. */
const boxes = [
  ...['p', 'div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'figure', 'figcaption', 'address', 'center', 'pre'],
  ...['dt', 'dd', 'td', 'th', 'caption', 'summary'],
]
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const blocks = new Set([...boxes, ...headings, 'ul', 'ol', 'li', 'blockquote'])

/** Elements whose content is not text for readers, or has its own parsing rules. */
const unreadable = [
  ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes', 'template', 'title', 'iframe', 'plaintext'],
  ...['svg', 'math'],
]

/** The deepest nesting allowed: editors walk the tree recursively. */
const nestingLimit = 100

/** The sanitizer's options for one text. They hold state: the sanitizer's position in the text. */
export function cleaningOptions(): IOptions {
  const open: { readonly name: string; readonly holds: Set<string> }[] = []
  let closing: ReadonlySet<string> = new Set()

  return {
    allowedTags: [...richText.tags],
    allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'title'], p: ['style'], h2: ['style'] },
    allowedSchemes: [...richText.linkSchemes],
    allowedSchemesByTag: { img: [...richText.imageSchemes] },
    nonTextTags: unreadable,
    nestingLimit,
    // `aligned` writes the only style that is allowed.
    parseStyleAttributes: false,
    transformTags: {
      ...toTag('strong', ['b']),
      ...toTag('em', ['i']),
      ...toTag('p', boxes, aligned),
      ...toTag('h2', headings, aligned),
      ...toTag('a', ['a'], link),
      ...toTag('img', ['img'], image),
    },
    onOpenTag(name) {
      open.push({ name, holds: new Set() })
    },
    onCloseTag(name) {
      // A tag that is cut off at the end of the text is closed without having been opened.
      if (open.at(-1)?.name !== name) return
      closing = open.pop()!.holds
      const around = open.at(-1)?.holds
      if (around === undefined) return
      if (blocks.has(name) || name === 'a') around.add(name)
      for (const held of closing) if (held !== 'li' || (name !== 'ul' && name !== 'ol')) around.add(held)
    },
    exclusiveFilter: ({ tag, attribs }) => (givesWay(tag, attribs, closing) ? 'excludeTag' : false),
  }
}

/**
 * Whether an element is replaced by its content: a link or image without an address, or an element that browsers would not nest in this
 * way.
 * @param holds the blocks and links inside, at any depth; list items only outside of a list of their own
 */
function givesWay(tag: string, attributes: Attributes, holds: ReadonlySet<string>): boolean {
  if (tag === 'a') return !('href' in attributes) || holds.has('a')
  if (tag === 'img') return !('src' in attributes)
  if (tag === 'li') return holds.has('li')
  return (boxes.includes(tag) || headings.includes(tag)) && !holds.isDisjointFrom(blocks)
}

function toTag(tagName: string, from: readonly string[], attributes: (given: Attributes) => Attributes = () => ({})) {
  return Object.fromEntries(from.map((name) => [name, (_: string, given: Attributes): Tag => ({ tagName, attribs: attributes(given) })]))
}

const textAlign = new RegExp(String.raw`(?:^|;)\s*text-align\s*:\s*(${richText.alignments.join('|')})\s*(?:!\s*important\s*)?(?:;|$)`, 'i')

function aligned({ style = '' }: Attributes): Attributes {
  const alignment = textAlign.exec(style)?.[1]?.toLowerCase()
  return alignment === undefined ? {} : { style: `text-align: ${alignment};` }
}

/** In the attribute order of the editor. */
function link({ href }: Attributes): Attributes {
  if (href === undefined || href.trim() === '' || !isAllowedLink(href)) return {}
  return { target: '_blank', rel: 'noopener noreferrer nofollow', href: withScheme(href.trim()) }
}

/** A host typed without a scheme would be a path of this site: it gets the default scheme (docs/reference/products.md, Rich text). */
function withScheme(href: string): string {
  return /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?:[/?#]|$)/i.test(href) ? `${richText.defaultScheme}://${href}` : href
}

function image({ src = '', alt, title }: Attributes): Attributes {
  const scheme = linkScheme(src)
  if (src.trim() === '' || (scheme !== null && !(richText.imageSchemes as readonly string[]).includes(scheme))) return {}
  return { src: src.trim(), ...(alt === undefined ? {} : { alt }), ...(title === undefined ? {} : { title }) }
}
