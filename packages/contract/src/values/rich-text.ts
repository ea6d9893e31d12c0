/**
 * What rich text may contain (docs/reference/products.md, Rich text). The editor offers exactly this, and the server removes everything
 * else.
 */
export const richText = {
  tags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'blockquote', 'a', 'img'],
  linkSchemes: ['http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'callto', 'sms', 'cid', 'xmpp'],
  /** An image is fetched by the reader's browser, so only what a browser fetches; never base64. */
  imageSchemes: ['http', 'https'],
  alignments: ['left', 'center', 'right', 'justify'],
  headingLevel: 2,
  /** The scheme of a link that is typed without one. */
  defaultScheme: 'http',
} as const

/** The scheme a person typed, lower case, or null where there is none (a path, a fragment, a bare host). */
export function linkScheme(href: string): string | null {
  // Browsers ignore line breaks inside a scheme and blanks before it, and other readers of the link may ignore more: remove all
  // invisible characters, so that `java\nscript:` does not pass as no scheme.
  const visible = href.replace(/[\p{C}\p{Z}]/gu, '')
  return /^([a-z][a-z0-9+.-]*):/i.exec(visible)?.[1]?.toLowerCase() ?? null
}

/**
 * Whether a link is allowed: an allowed scheme, or none, and an address that a browser can read on any page, which `//` is not. White space
 * inside an address is a typing error, as in `my site.com`; around it, it does no harm.
 */
export function isAllowedLink(href: string): boolean {
  const scheme = linkScheme(href)
  if (/\s/.test(href.trim())) return false
  if (!URL.canParse(href, 'https://any.example')) return false
  return scheme === null || (richText.linkSchemes as readonly string[]).includes(scheme)
}

/** Rich text that shows nothing: the editor's empty document counts as blank. */
export function isBlankHtml(html: string): boolean {
  return !/<img\b/i.test(html) && html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') === ''
}
