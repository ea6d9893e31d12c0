/** The subset of Discord's message formatting that a preview needs. */

export type Inline =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'link'; readonly text: string }
  /** A channel or a role. */
  | { readonly is: 'mention'; readonly kind: 'channels' | 'roles'; readonly id: string }
  | { readonly is: 'bold' | 'italic' | 'underlined' | 'struck' | 'spoiler'; readonly parts: readonly Inline[] }

export type Block =
  | { readonly is: 'line'; readonly parts: readonly Inline[] }
  | { readonly is: 'heading'; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | { readonly is: 'subtext'; readonly parts: readonly Inline[] }
  | { readonly is: 'item'; readonly mark: string; readonly parts: readonly Inline[] }
  | { readonly is: 'quote'; readonly blocks: readonly Block[] }
  | { readonly is: 'code'; readonly text: string }

const spans = [
  ['bold', /\*\*(?<bold>.+?)\*\*(?!\*)/],
  ['underlined', /__(?<underlined>.+?)__(?!_)/],
  ['italic', /\*(?=\S)(?<italic>[^*]+?)\*|(?<!\w)_(?<italic2>[^_]+?)_(?!\w)/],
  ['struck', /~~(?<struck>.+?)~~/],
  ['spoiler', /\|\|(?<spoiler>.+?)\|\|/],
] as const

/** Tried in this order at each position. */
const anything = new RegExp(
  [
    /\\(?<escaped>[\\*_~`|<>#[\]()-])/,
    /`(?<code>[^`]+)`/,
    ...spans.map(([, pattern]) => pattern),
    /\[(?<name>[^\]]+)\]\(https?:\/\/[^\s)]+\)/,
    /<(?<sign>#|@&)(?<place>\d{17,20})>/,
    /(?<address>https?:\/\/[^\s<>]+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

export function parseInline(text: string): Inline[] {
  const found = anything.exec(text)
  if (found === null) return text === '' ? [] : [{ is: 'text', text }]
  const before = text.slice(0, found.index)
  return [
    ...(before === '' ? [] : [{ is: 'text' as const, text: before }]),
    toInline(found),
    ...parseInline(text.slice(found.index + found[0].length)),
  ]
}

function toInline({ groups = {} }: RegExpExecArray): Inline {
  const { escaped, code, name, address, sign, place } = groups
  if (escaped !== undefined) return { is: 'text', text: escaped }
  if (code !== undefined) return { is: 'code', text: code }
  if (place !== undefined) return { is: 'mention', kind: sign === '#' ? 'channels' : 'roles', id: place }
  for (const [is] of spans) {
    const inner = groups[is] ?? (is === 'italic' ? groups['italic2'] : undefined)
    if (inner !== undefined) return { is, parts: parseInline(inner) }
  }
  return { is: 'link', text: name ?? address ?? '' }
}

/** Line by line, except code in three backticks and text after `>>>`. */
export function parseDiscordText(text: string): Block[] {
  const code = /```(?:[a-z]+\n)?\n?([\s\S]+?)\n?```/i.exec(text)
  if (code !== null) {
    const after = text.slice(code.index + code[0].length).replace(/^\n/, '')
    const before = text.slice(0, code.index).replace(/\n$/, '')
    return [...parseLines(before), { is: 'code', text: code[1] ?? '' }, ...(after === '' ? [] : parseDiscordText(after))]
  }
  return parseLines(text)
}

function parseLines(text: string): Block[] {
  if (text === '') return []
  const [line = '', ...others] = text.split('\n')
  const rest = others.join('\n')
  if (line.startsWith('>>> ')) return [{ is: 'quote', blocks: parseLines(text.slice(4)) }]
  if (line.startsWith('> ')) {
    const end = others.findIndex((other) => !other.startsWith('> '))
    const quoted = end < 0 ? others : others.slice(0, end)
    const blocks = [line, ...quoted].flatMap((each) => parseLine(each.slice(2)))
    return [{ is: 'quote', blocks }, ...parseLines(others.slice(quoted.length).join('\n'))]
  }
  return [parseLine(line), ...(others.length === 0 ? [] : rest === '' ? [parseLine('')] : parseLines(rest))]
}

function parseLine(line: string): Block {
  const [, marks, title] = /^(#{1,3}) (.+)$/.exec(line) ?? []
  if (marks !== undefined && title !== undefined) return { is: 'heading', level: marks.length as 1 | 2 | 3, parts: parseInline(title) }
  if (line.startsWith('-# ')) return { is: 'subtext', parts: parseInline(line.slice(3)) }
  const [, mark, item] = /^\s*([-*]|\d+\.) (.+)$/.exec(line) ?? []
  if (mark !== undefined && item !== undefined) return { is: 'item', mark: /\d/.test(mark) ? mark : '•', parts: parseInline(item) }
  return { is: 'line', parts: parseInline(line) }
}
