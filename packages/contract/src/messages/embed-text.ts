/** The chat service's limits of an embed, in UTF-16 units. */
export const embedLimits = { title: 256, description: 4_096, fields: 25, fieldName: 256, fieldValue: 1_024, total: 6_000 } as const

/** A plain text, with a backslash before each mark that Discord would take for formatting. Web addresses keep theirs, and stay links. */
export const escapeMarks = (text: string): string =>
  text.replace(/https?:\/\/\S+|[\\*~`|]|(?<![a-z0-9])_|_(?![a-z0-9])|^[ \t]*(?:#{1,3}|>{1,3}|-#)(?=[ \t])/gim, (found) =>
    /^https?:/i.test(found) ? found : found.replace(/\S/, '\\$&'),
  )

/** A text of at most `limit` units, cut at a whole character with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(0, limit + 1))) {
    if (cut.length + segment.length > limit - 1) break
    cut += segment
  }
  // A backslash that lost its mark would escape the ellipsis.
  return `${cut.trimEnd().replace(/(?<!\\)((?:\\{2})*)\\$/, '$1')}…`
}

/** The service refuses empty texts, and counts blanks as empty. */
export const visible = (text: string): string => (/[^\s\p{C}]/u.test(text) ? text.trim() : '—')
