import { centsToDollars, formatUsd, type Product } from '@keydesk/contract'
import type { BotMessage } from '@keydesk/contract/bot-port'
import { embedLimits, plainText, shorten, webLink } from './embed-text.rules.ts'

/** The badges' colours (spec section 4), and the accent for what is news without being good or bad. */
const colors = { green: 0x16a34a, yellow: 0xeab308, red: 0xef4444, accent: 0x3450c9 } as const

export interface AboutProduct {
  readonly id: number
  readonly name: string
  /** Absolute, '' where there is none. */
  readonly thumbnail: string
  /** Absolute. */
  readonly link: string
}

type Said = Pick<Product, 'update_status' | 'detection_status' | 'updates'>

export interface UpdateNews {
  readonly product: AboutProduct
  readonly before: Said
  readonly after: Said
  /** ISO 8601 in UTC. */
  readonly at: string
}

/** What a product's update has to say, or null when there is nothing to say (design section 5). */
export function updateMessage({ product, before, after, at }: UpdateNews): BotMessage | null {
  const fields = [
    ...(before.update_status === after.update_status ? [] : [{ name: 'Update status', value: after.update_status }]),
    ...(before.detection_status === after.detection_status ? [] : [{ name: 'Detection status', value: after.detection_status }]),
    ...addedUpdates(before.updates, after.updates).map((item) => ({
      name: `${item.title} (${item.date})`,
      value: plainText(item.description),
    })),
  ]
  return fields.length === 0 ? null : embed(product, { at, color: colorOf(before, after), description: null, fields })
}

export interface RestockedVariant {
  readonly id: number
  readonly name: string
  readonly price_cents: number
}

/** What a restock message is made of; more variants may join it. */
export interface RestockNews {
  readonly product: AboutProduct
  readonly variants: readonly RestockedVariant[]
  readonly at: string
}

export const restockMessage = ({ product, variants, at }: RestockNews): BotMessage =>
  embed(product, {
    at,
    color: colors.green,
    description: 'Back in stock',
    fields: variants.map(({ name, price_cents }) => ({ name, value: formatUsd(centsToDollars(price_cents)) })),
  })

/** An announcement has a title and a text, and no product. */
export const announcementMessage = (title: string, content: string, at: string): BotMessage =>
  embed({ name: title, thumbnail: '', link: '' }, { at, color: colors.accent, description: content, fields: [] })

export const testMessage = (at: string): BotMessage =>
  embed({ name: 'Test message', thumbnail: '', link: '' }, { at, color: colors.accent, description: 'Keydesk can post here.', fields: [] })

interface Content {
  readonly at: string
  readonly color: number
  readonly description: string | null
  readonly fields: BotMessage['fields']
}

/** Within the service's limits whatever it is given: the service refuses a message that passes one of them. */
function embed({ name, thumbnail, link }: Omit<AboutProduct, 'id'>, { at, color, description, fields }: Content): BotMessage {
  const title = shorten(visible(name), embedLimits.title)
  let left: number = embedLimits.total - title.length
  const text = description === null ? null : shorten(visible(description), Math.min(embedLimits.description, left))
  left -= text?.length ?? 0
  const kept: { name: string; value: string }[] = []
  for (const field of fields.slice(0, embedLimits.fields)) {
    const fieldName = shorten(visible(field.name), embedLimits.fieldName)
    const value = shorten(visible(field.value), embedLimits.fieldValue)
    left -= fieldName.length + value.length
    if (left < 0) break
    kept.push({ name: fieldName, value })
  }
  return { title, url: webLink(link), description: text, fields: kept, thumbnail: webLink(thumbnail), color, timestamp: at }
}

/** The service refuses empty texts, and counts blanks as empty. */
const visible = (text: string): string => (/[^\s\p{C}]/u.test(text) ? text.trim() : '—')

/** Those that were not there before. An item that was edited keeps two of its three parts. */
function addedUpdates(before: Said['updates'], after: Said['updates']): Said['updates'] {
  const known = [...before]
  return after.filter((item) => {
    const index = known.findIndex(
      (other) => (['title', 'date', 'description'] as const).filter((part) => other[part] === item[part]).length >= 2,
    )
    if (index >= 0) known.splice(index, 1)
    return index < 0
  })
}

function colorOf(before: Said, after: Said): number {
  if (before.detection_status !== after.detection_status) return after.detection_status === 'Undetected' ? colors.green : colors.red
  if (before.update_status !== after.update_status) return after.update_status === 'Updated' ? colors.green : colors.yellow
  return colors.accent
}
