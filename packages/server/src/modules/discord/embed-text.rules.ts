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
