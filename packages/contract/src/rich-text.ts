/**
 * What rich text may hold (docs/reference/products.md, Rich text): the editor offers exactly this, and the server keeps exactly
 * this, whatever sent it.
 */
export const richText = {
  tags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'blockquote', 'a', 'img'],
  linkSchemes: ['http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'callto', 'sms', 'cid', 'xmpp'],
  /** An image is fetched by the reader's browser, so only what a browser fetches; never base64. */
  imageSchemes: ['http', 'https'],
  alignments: ['left', 'center', 'right', 'justify'],
  headingLevel: 2,
  /** What a link typed without a scheme gets. */
  defaultScheme: 'http',
} as const

/** The scheme a person typed, lower case, or null where there is none (a path, a fragment, a bare host). */
export function linkScheme(href: string): string | null {
  // Browsers ignore line breaks inside a scheme and blanks before it, and what shows the link later may ignore more:
  // nothing invisible may make `java\nscript:` pass as no scheme.
  const visible = href.replace(/[\p{C}\p{Z}]/gu, '')
  return /^([a-z][a-z0-9+.-]*):/i.exec(visible)?.[1]?.toLowerCase() ?? null
}

/**
 * Whether a link may be kept: an allowed scheme, or none, and an address that a browser can read at
 * all, seen from any page: `//` leads nowhere. White space inside an address is a slip of the keyboard, as in `my site.com`; around it, it
 * does no harm.
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
