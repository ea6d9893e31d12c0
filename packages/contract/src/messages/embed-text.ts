/** The chat service's limits of an embed, in UTF-16 units. */
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

/** The service refuses empty texts, and counts blanks as empty. */
export const visible = (text: string): string => (/[^\s\p{C}]/u.test(text) ? text.trim() : '—')
