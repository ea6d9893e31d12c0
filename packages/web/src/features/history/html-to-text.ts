/** After these a line ends. */
const blocks = new Set(['P', 'H1', 'H2', 'H3', 'BLOCKQUOTE', 'DIV', 'UL', 'OL', 'PRE'])

/** The words of formatted text: a line for each paragraph, list items with a dot, the addresses of links and pictures in brackets. */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return linesOf(body)
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

function linesOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  if (!(node instanceof Element)) return ''
  if (node.tagName === 'BR') return '\n'
  if (node.tagName === 'IMG') return ` [Image: ${node.getAttribute('src') ?? ''}] `
  const inside = [...node.childNodes].map(linesOf).join('')
  const href = node.tagName === 'A' ? (node.getAttribute('href') ?? '') : ''
  if (href !== '' && href !== inside) return `${inside} (${href})`
  if (node.tagName === 'LI') return `\n• ${inside.trim()}\n`
  return blocks.has(node.tagName) ? `\n${inside}\n` : inside
}
