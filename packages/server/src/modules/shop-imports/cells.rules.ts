import { isDay, limits, momentOfClock } from '@keydesk/contract'

/** Readers of single cells. Each returns null for a text that it cannot read for sure. */

/**
 * An amount in cents: `19.99`, `1.234,50`, `$1,234.50`, `12,5`. A comma alone before three digits separates thousands; a point could be either,
 * so `1.500` is null. After a single `0` both are decimal.
 */
export function readCents(text: string): number | null {
  const bare = text.replaceAll(/[\p{Sc}\s']/gu, '').replace(/^[A-Za-z]{3}(?=[\d.,])|(?<=[\d.,])[A-Za-z]{3}$/, '')
  if (!/^\d*[.,\d]*\d$/.test(bare) || /^(?!0\.)\d{1,3}\.\d{3}$/.test(bare)) return null
  const mark = decimalMark(bare)
  const [whole = '', decimals = ''] = mark === -1 ? [bare] : [bare.slice(0, mark), bare.slice(mark + 1)]
  if (!/^(\d*|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+)$/.test(whole) || !/^\d{0,2}0*$/.test(decimals)) return null
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  return cents <= limits.maxPrice * 100 ? cents : null
}

/** The place of the decimal mark, or -1. */
function decimalMark(text: string): number {
  const [dot, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  const last = Math.max(dot, comma)
  if (dot !== -1 && comma !== -1) return last
  const mark = text[last]
  if (last === -1 || text.indexOf(mark!) !== last) return -1
  return mark === ',' && text.length - last === 4 && last > 0 && !text.startsWith('0,') ? -1 : last
}

/** When a file is read. */
export interface Clock {
  /** ISO 8601 in UTC. */
  readonly now: string
  /** The zone of times that have no offset. */
  readonly zone: string
}

/** A moment as ISO 8601 in UTC: `2026-01-31`, `2026-01-31 9:05:00`, `2026-01-31T14:30:00+02:00`. */
export function readMoment(text: string, { zone: ownZone }: Clock): string | null {
  const found =
    /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,3})?\d*)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i.exec(text)
  if (found === null) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = ''] = found
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
  const local = `${year}-${month}-${day}T${hour.padStart(2, '0')}:${minute}:${second}${fraction}`
  const time = Date.parse(local + offset)
  if (Number.isNaN(time) || !isDay(`${year}-${month}-${day}`)) return null
  return (zone === '' ? momentOfClock(local + offset, ownZone) : new Date(time)).toISOString()
}

const yes = new Set(['1', 'yes', 'true', 'y'])
/** A flag; anything but a clear yes is no. */
export const readFlag = (text: string): boolean => yes.has(text.toLowerCase())

/** A whole number from 0; undefined for an empty cell. */
export function readCount(text: string): number | null | undefined {
  if (text === '') return undefined
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

const entity = /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text without blocks as paragraphs, as WooCommerce shows it. Other HTML stays; it is cleaned before it is stored. */
export function toRichText(html: string): string {
  if (html === '' || /<(p|div|ul|ol|h\d|blockquote|table)\b/i.test(html)) return html
  const paragraphs = html.split(/\n{2,}/).map((part) => part.trim())
  return paragraphs.flatMap((part) => (part === '' ? [] : [`<p>${part.replaceAll('\n', '<br>')}</p>`])).join('')
}

/**
 * The text of HTML of any shop, with a line for each paragraph. Unlike the texts of posts on Discord, it has no scripts, no line breaks of
 * the source and no bullets.
 */
export function toPlainText(html: string): string {
  const isHtml = /<[a-z]/i.test(html)
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(isHtml ? /\s+/g : /[^\S\n]+/g, ' ')
    .replaceAll(/<br\s*\/?>|<\/?(p|div|ul|ol|li|h\d|tr|table)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(entity, toCharacter)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

/** A name that another shop stored as HTML: `Tom &amp; Jerry`. */
export const decodeEntities = (text: string): string => text.replaceAll(entity, toCharacter)

function toCharacter(found: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? found
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isCharacter = code > 31 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
  return isCharacter ? String.fromCodePoint(code) : ''
}
