import {
  amountOf,
  announcementPost,
  bulkMessage,
  embedLimits,
  escapeMarks,
  formatUsd,
  shorten,
  variantName,
  visible,
  type BulkSet,
  type Product,
  type RunwayRow,
} from '@keydesk/contract'
import type { BotMessage } from '@keydesk/contract/bot-port'

/** The colours of the badges, and the accent colour for neutral news. */
const colors = { green: 0x16a34a, yellow: 0xeab308, red: 0xef4444, accent: 0x3450c9 } as const

export interface AboutProduct {
  readonly name: string
  /** Absolute; '' for none. */
  readonly thumbnail: string
  /** The product's page in the storefront; '' for none. */
  readonly link: string
}

/** The changed fields of a product. */
export interface ProductChanges {
  readonly update_status?: Change<Product['update_status']>
  readonly detection_status?: Change<Product['detection_status']>
  readonly updates?: Change<Product['updates']>
  /** ISO 8601 in UTC. */
  readonly at: string
}

interface Change<T> {
  readonly before: T
  readonly after: T
}

/** The content of an update message below the product's name. */
export type UpdateContent = Pick<BotMessage, 'fields' | 'color' | 'timestamp'>

/** The content of an update message for a change, or null if nothing in it is news (docs/reference/discord.md, Posts). */
export function updateContent({ update_status, detection_status, updates, at }: ProductChanges): UpdateContent | null {
  const fields = [
    ...(update_status === undefined ? [] : [{ name: 'Update status', value: update_status.after }]),
    ...(detection_status === undefined ? [] : [{ name: 'Detection status', value: detection_status.after }]),
    ...(updates === undefined ? [] : addedUpdates(updates)).map((item) => ({
      name: escapeMarks(`${item.title} (${item.date})`),
      value: plainText(item.description),
    })),
  ]
  return fields.length === 0 ? null : { fields, color: colorOf(update_status, detection_status), timestamp: at }
}

export const updateMessage = (product: AboutProduct, { fields, color, timestamp }: UpdateContent): BotMessage =>
  embed(product, { at: timestamp, color, description: null, fields })

/** @param variants with prices in dollars */
export const restockMessage = (product: AboutProduct, variants: readonly { name: string; price: number }[], at: string): BotMessage =>
  embed(product, {
    at,
    color: colors.green,
    description: 'Back in stock',
    fields: variants.map(({ name, price }) => ({ name: escapeMarks(name), value: formatUsd(price) })),
  })

/** Only announcements can mention a role. */
export function announcementMessage({ title, content, mention_role_id }: AnnouncementText, at: string): BotMessage {
  const { mention, ...post } = announcementPost(title, content, mention_role_id)
  return { ...post, ...(mention !== null && { mention }), url: null, fields: [], thumbnail: null, timestamp: at }
}

interface AnnouncementText {
  readonly title: string
  readonly content: string
  readonly mention_role_id: string | null
}

/** One message about several products, as the dialog previews it. */
export function severalMessage(names: readonly string[], set: BulkSet, text: string, at: string): BotMessage {
  const { title, description, fields } = bulkMessage(names, set, text)
  const color = colorOf(set.update_status && { after: set.update_status }, set.detection_status && { after: set.detection_status })
  return embed({ name: title, thumbnail: '', link: '' }, { at, color: set.sales_paused === true ? colors.red : color, description, fields })
}

/** An alert for the team: variants of one product that are low. */
export const alertMessage = (product: AboutProduct, low: readonly RunwayRow[], at: string): BotMessage =>
  alertEmbed(product, low, (row) => row.variant_name, at)

/** An alert for the team: variants of several products that are low. */
export const severalAlertMessage = (low: readonly RunwayRow[], at: string): BotMessage =>
  alertEmbed(
    { name: `${low.length} variants run low`, thumbnail: '', link: '' },
    low,
    (row) => variantName(row.product_name, row.variant_name),
    at,
  )

function alertEmbed(about: AboutProduct, low: readonly RunwayRow[], nameOf: (row: RunwayRow) => string, at: string): BotMessage {
  const isOut = low.every(({ available }) => available === 0)
  const enough = (days: number) => `, enough for ${amountOf(days, 'day')}`
  const left = ({ available, days_left }: RunwayRow) => `${available} left${days_left === null ? '' : enough(days_left)}`
  return embed(about, {
    at,
    color: isOut ? colors.red : colors.yellow,
    description: isOut ? 'Out of stock' : 'Running low',
    fields: low.map((row) => ({ name: escapeMarks(nameOf(row)), value: left(row) })),
  })
}

export const testMessage = (at: string): BotMessage =>
  embed({ name: 'Test message', thumbnail: '', link: '' }, { at, color: colors.accent, description: 'Keydesk can post here.', fields: [] })

interface Content {
  readonly at: string
  readonly color: number
  readonly description: string | null
  readonly fields: BotMessage['fields']
}

/** Cuts a message to Discord's limits, because it refuses a message that exceeds one. A last field counts those that are left out. */
function embed({ name, thumbnail, link }: AboutProduct, { at, color, description, fields }: Content): BotMessage {
  const title = shorten(visible(escapeMarks(name)), embedLimits.title)
  let left: number = embedLimits.total - title.length
  const text = description === null ? null : shorten(visible(description), Math.min(embedLimits.description, left))
  left -= text?.length ?? 0
  const all = fields.map(({ name: fieldName, value }) => ({
    name: shorten(visible(fieldName), embedLimits.fieldName),
    // A link whose address is cut would lead elsewhere.
    value: shorten(visible(value), embedLimits.fieldValue).replace(/\[[^[\]\n]*\]\(https?:[^)\s]*…$/, '…'),
  }))
  let fitting = all
  for (let count = all.length - 1; !fits(fitting, left); count -= 1) {
    fitting = [...all.slice(0, count), { name: '…', value: `and ${all.length - count} more` }]
  }
  return { title, url: webLink(link), description: text, fields: fitting, thumbnail: webLink(thumbnail), color, timestamp: at }
}

const fits = (fields: BotMessage['fields'], room: number): boolean =>
  fields.length <= embedLimits.fields && fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0) <= room

const updateParts = ['title', 'date', 'description'] as const

/** How many parts two items share. A title alone says nothing: many updates are called the same. */
function sharedParts(one: Product['updates'][number], other: Product['updates'][number]): number {
  const same = updateParts.filter((part) => one[part] === other[part])
  return same.join() === 'title' ? 0 : same.length
}

/** New items. An item that shares enough with one that is gone counts as an edit of it; those that share the most are paired first. */
function addedUpdates({ before, after }: Change<Product['updates']>): Product['updates'] {
  const known = [...before]
  let added = [...after]
  for (const shared of [3, 2, 1]) {
    added = added.filter((item) => {
      const index = known.findIndex((other) => sharedParts(other, item) === shared)
      if (index >= 0) known.splice(index, 1)
      return index < 0
    })
  }
  return added
}

function colorOf(update?: Pick<Change<string>, 'after'>, detection?: Pick<Change<string>, 'after'>): number {
  if (detection !== undefined) return detection.after === 'Undetected' ? colors.green : colors.red
  if (update !== undefined) return update.after === 'Updated' ? colors.green : colors.yellow
  return colors.accent
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/**
 * Rich text as the service shows it: a line for each paragraph, a bullet or number for each list item, web links, no other markup. Marks
 * that were typed are escaped. It is clean HTML, whose line breaks and entities are known; HTML of other shops goes through `toPlainText`
 * of the imports.
 */
export function plainText(html: string): string {
  const lists: (number | null)[] = []
  const plain = html
    .replace(/<a [^>]*href="(https?:[^"]*)"[^>]*>(.*?)<\/a>/gis, (_, href: string, text: string) => linkText(href, text))
    .replace(/<(\/?)(ol|ul|li)\b[^>]*>/g, (tag, slash: string, name: string) => {
      if (name === 'li') return slash === '' ? bullet(lists) : tag
      if (slash === '') lists.push(name === 'ol' ? 0 : null)
      else lists.pop()
      return ''
    })
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|h2|blockquote|li)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
  return escapeMarks(plain)
}

/** A link as `[text](address)`; the address alone if that is the text. Parentheses would end the address. */
function linkText(href: string, html: string): string {
  const text = html.replace(/<[^>]*>/g, '').trim()
  return text === '' || text === href ? text : `[${text}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

/** Starts the next item of the innermost list. @param lists the last number of each open list, null for bullets */
function bullet(lists: (number | null)[]): string {
  const last = lists.at(-1) ?? null
  if (last === null) return '• '
  lists[lists.length - 1] = last + 1
  return `${last + 1}. `
}

/** A link that Discord accepts, or null. */
const webLink = (url: string): string | null => (URL.canParse(url) && /^https?:\/\//i.test(url) && url.length <= 2_000 ? url : null)
