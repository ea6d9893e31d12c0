import type { Draft, Embed } from './world.ts'

/** The field of a message that the service would refuse, or null. A kind of mention is allowed either for all or by ids. */
export function checkDraft({ content = '', embeds = [], allowed_mentions }: Draft): string | null {
  if (content.length > 2_000) return 'content'
  const { parse = [], roles = [] } = allowed_mentions ?? {}
  if (roles.length > 0 && parse.includes('roles')) return 'allowed_mentions'
  return embeds.length === 0 ? 'embeds' : checkEmbed(embeds[0]!)
}

/** The field of an embed that the service would refuse, or null. Its limits are counted in UTF-16 units; blanks alone count as empty. */
function checkEmbed(embed: Embed): string | null {
  const { title = '', description = '', fields = [], url, thumbnail } = embed
  const texts = [title, description, ...fields.flatMap(({ name, value }) => [name, value])]
  if (title.length > 256) return 'embeds[0].title'
  if (description.length > 4_096) return 'embeds[0].description'
  if (fields.length > 25) return 'embeds[0].fields'
  for (const [index, { name, value }] of fields.entries()) {
    if (name.trim() === '' || name.length > 256) return `embeds[0].fields[${index}].name`
    if (value.trim() === '' || value.length > 1_024) return `embeds[0].fields[${index}].value`
  }
  if (texts.reduce((sum, text) => sum + text.length, 0) > 6_000) return 'embeds[0]'
  for (const link of [url, thumbnail?.url]) if (link !== undefined && !/^https?:\/\/\S+$/.test(link)) return 'embeds[0].url'
  return title.trim() === '' && description.trim() === '' && fields.length === 0 ? 'embeds[0]' : null
}
