/** The service's limits of an embed, in UTF-16 units. */
export const embedLimits = { title: 256, description: 4_096, fields: 25, fieldName: 256, fieldValue: 1_024, total: 6_000 } as const

/** A text of at most `limit` units, cut at a whole character with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(0, limit + 1))) {
    if (cut.length + segment.length > limit - 1) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Rich text as plain text: paragraphs as lines, list items with a dot, no markup. */
export function plainText(html: string): string {
  return html
    .replace(/<li[^>]*>/gi, '• ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|h2|blockquote|li)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** A link that the service accepts, or null. */
export const webLink = (url: string): string | null => (URL.canParse(url) && /^https?:\/\//i.test(url) && url.length <= 2_000 ? url : null)
