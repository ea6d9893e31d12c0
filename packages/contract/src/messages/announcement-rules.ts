import { embedLimits, shorten, visible } from './embed-text.ts'

/** The post of an announcement, as the dialog previews it and the bot sends it. */
export interface AnnouncementPost {
  readonly title: string
  readonly description: string
  /** 0xRRGGBB of the bar beside it. */
  readonly color: number
  /** The id of the role that it mentions above, or null. */
  readonly mention: string | null
}

/** The accent, for neutral news. */
const accent = 0x3450c9

/**
 * The post of an announcement, within the service's limits (docs/reference/announcements.md, The post).
 * @param mentionRoleId null for nobody
 */
export const announcementPost = (title: string, content: string, mentionRoleId: string | null): AnnouncementPost => ({
  title: shorten(visible(title), embedLimits.title),
  description: shorten(visible(content), embedLimits.description),
  color: accent,
  mention: mentionRoleId,
})
