import {
  type Announcement,
  type AnnouncementInput,
  type AnnouncementUpdate,
  announcementInput,
  announcementLabels,
  embedLimits,
} from '@keydesk/contract'
import { type Problems, checkWith } from '../../kit/form/form-check.ts'
import type { FieldRules } from '../../kit/form/three-way.ts'
import { capital, formatCount, formatDateTime, localToUtc, toLocalInput } from '../../kit/text/format.ts'
import { isPosted } from './data.ts'

/** The values of the dialog's fields, as typed. */
export interface AnnouncementForm {
  title: string
  content: string
  post_to_discord: boolean
  when: 'now' | 'later'
  /** Local time without a zone, for `datetime-local`. */
  publish_at: string
  mention_role_id: string
  /** Whether saving a posted announcement also edits its post. */
  update_post: boolean
}

export const formLabels: Record<keyof AnnouncementForm, string> = {
  ...announcementLabels,
  when: 'When',
  update_post: 'Update the post in Discord',
}

export const emptyAnnouncement: AnnouncementForm = {
  ...{ title: '', content: '', post_to_discord: true, when: 'now', publish_at: '', mention_role_id: '', update_post: true },
}

/** A foreign host sends no state of posts, and gets no fields about them. */
export const knowsPosts = ({ delivery }: Announcement): boolean => delivery !== undefined

/**
 * The switch is off if there is no post and none is waiting, also if it failed; turning it on then posts the announcement. A future time is
 * kept even if the post was cancelled, or is held by a restore.
 */
export function announcementToForm(stored: Announcement, now = new Date()): AnnouncementForm {
  const { title, content, mention_role_id, delivery, publish_at } = stored
  const keepsTime = stored.post_to_discord === false || delivery === 'waiting'
  // The dialog hides the time of a post. It stays, so that a post that goes out while its dialog is open clashes with no edit.
  const wasTimed = isPosted(stored) && !!publish_at
  const isTimed = delivery === 'scheduled' || wasTimed || (keepsTime && (publish_at ?? '') > now.toISOString())
  return {
    ...emptyAnnouncement,
    ...{ title, content, mention_role_id: mention_role_id ?? '' },
    post_to_discord: knowsPosts(stored) && delivery !== 'none' && (delivery !== 'failed' || isPosted(stored)),
    ...(isTimed && { when: 'later', publish_at: toLocalInput(new Date(publish_at ?? '')) }),
  }
}

const textsOf = ({ title, content }: AnnouncementForm) => ({ title: title.trim(), content: content.trim() })

export const announcementRules: FieldRules<AnnouncementForm> = {
  tied: {
    post_to_discord: ['when', 'publish_at'],
    when: ['post_to_discord', 'publish_at'],
    publish_at: ['post_to_discord', 'when'],
  },
  asStored: (form) => ({
    ...form,
    ...textsOf(form),
    mention_role_id: form.mention_role_id.trim(),
    // Choosing Now leaves the time in its hidden field.
    publish_at: form.when === 'now' ? '' : form.publish_at,
  }),
}

/** The values in the question about a conflict. */
export const announcementFormats = {
  when: ({ when }: AnnouncementForm) => capital(when),
  publish_at: ({ when, publish_at }: AnnouncementForm) => (when === 'now' ? 'nothing' : formatDateTime(publish_at)),
}

/** Sends no defaults: a host that knows only title and content gets only these. */
export function formToInput(form: AnnouncementForm): AnnouncementInput {
  const role = form.mention_role_id.trim()
  const at = form.when === 'later' ? localToUtc(form.publish_at) : ''
  return {
    ...textsOf(form),
    ...(!form.post_to_discord && { post_to_discord: false }),
    ...(at !== '' && { publish_at: at }),
    ...(role !== '' && { mention_role_id: role }),
  }
}

/** The body of an edit. It has only the changed fields of the post. */
export function formToUpdate(form: AnnouncementForm, stored: Announcement, now: Date): AnnouncementUpdate {
  const before = announcementToForm(stored, now)
  const role = form.mention_role_id.trim()
  return {
    ...textsOf(form),
    ...(role !== before.mention_role_id && { mention_role_id: role === '' ? null : role }),
    ...(isPosted(stored) ? !form.update_post && { update_post: false } : postingOf(form, before, stored, now)),
  }
}

function postingOf(form: AnnouncementForm, before: AnnouncementForm, stored: Announcement, now: Date): Partial<AnnouncementUpdate> {
  if (!form.post_to_discord) return before.post_to_discord ? { post_to_discord: false } : {}
  const at = form.when === 'later' ? localToUtc(form.publish_at) : null
  if (before.post_to_discord) return form.when === before.when && form.publish_at === before.publish_at ? {} : { publish_at: at }
  // The server reacts only to a changed field, and `post_to_discord` stays true for a post that could not be sent.
  return stored.post_to_discord === true ? { publish_at: at ?? now.toISOString() } : { post_to_discord: true, publish_at: at }
}

const checkTexts = checkWith(announcementInput)

/** @param stored the announcement being edited: its time is checked only if it was changed */
export function checkAnnouncement(form: AnnouncementForm, now: Date, stored?: Announcement): Problems {
  const role = form.mention_role_id.trim()
  const problems = checkTexts({ ...textsOf(form), mention_role_id: role === '' ? null : role })
  const isTimed = form.post_to_discord && form.when === 'later' && !(stored !== undefined && isPosted(stored))
  const isUntouched = stored !== undefined && announcementToForm(stored, now).publish_at === form.publish_at
  if (!isTimed || (isUntouched && form.publish_at !== '')) return problems
  const at = localToUtc(form.publish_at)
  if (at === '') return { ...problems, publish_at: 'Choose a date and time' }
  if (!form.publish_at.startsWith(toLocalInput(new Date(at))))
    return { ...problems, publish_at: 'The clocks skip this time. Choose another' }
  return at <= now.toISOString() ? { ...problems, publish_at: 'This time has passed' } : problems
}

const postLength = embedLimits.description

/** Whether the text is longer than a post (docs/reference/announcements.md, The post). */
export const isCut = (content: string): boolean => content.trim().length > postLength

/** The length of a text of at least nine tenths of the limit of a post; null below that. */
export function lengthHint(content: string): string | null {
  const { length } = content.trim()
  if (length < postLength * 0.9) return null
  const taken = `${formatCount(length)} of ${formatCount(postLength)} characters that Discord shows`
  return isCut(content) ? `${taken}. The post is cut there.` : taken
}

/** The next full hour that is at least half an hour away, as a first suggestion. */
export function suggestTime(now: Date): string {
  const time = new Date(now.getTime() + 90 * 60_000)
  time.setMinutes(0, 0, 0)
  return toLocalInput(time)
}
