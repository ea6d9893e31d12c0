import { component, docs, versionText } from '../describe.ts'
import { announcement, announcementInput, announcementUpdate, announcements } from './announcements.ts'

const inputFields = {
  version: versionText,
  publish_at: 'When it is posted; null, or a time that is past, for at once.',
  post_to_discord: 'True where a new one does not say.',
  mention_role_id: 'The role that the post notifies, and an edit does not; null for nobody.',
}

export const announcementsDocs = docs(announcements, {
  about: 'News for customers, which the bot posts.',
  calls: {
    create:
      'The same one again by the same member within ten minutes is a repeat after a lost answer: the stored one is answered, and nothing is posted.',
    update:
      'What is left out stays as it is. Once it is posted, another `publish_at` or `post_to_discord` is 422 `already_posted`, and 409 `invalid_transition` while a restore of the shop holds the post. The post follows, unless `update_post` is false.',
    remove: 'With its post, unless `delete_post` is false.',
  },
  query: {
    delete_post: 'False leaves the post where it is.',
  },
  components: {
    Announcement: component(announcement, 'An announcement, and what became of its post.', {
      ...inputFields,
      delivery: 'The state of its post.',
      delivery_reason: 'Why it failed, waits, or is not posted; null where there is none.',
      posted_at: 'Since when the post is in the channel; null while it is not.',
      post_url: 'The post in Discord; null while its address is not known.',
      log_id: 'Its row in the log of Discord messages; null where nothing was ever to be posted.',
    }),
    AnnouncementInput: component(announcementInput, 'A new announcement.', {
      ...inputFields,
    }),
    AnnouncementUpdate: component(announcementUpdate, 'An announcement as it is saved.', {
      ...inputFields,
      update_post: 'False leaves the post as it is.',
    }),
  },
})
