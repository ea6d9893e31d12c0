import type { Announcement } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { compare, putOnTop } from '../../kit/form/three-way.ts'
import { localToUtc, toLocalInput } from '../../kit/text/format.ts'
import {
  announcementRules,
  announcementToForm,
  checkAnnouncement,
  emptyAnnouncement,
  formToInput,
  formToUpdate,
  suggestTime,
} from './form.ts'

const now = new Date('2026-11-20T12:10:30.000Z')
const later = '2026-11-21T09:00:00.000Z'
const texts = { title: 'Sale', content: 'Half' }
const written = { ...emptyAnnouncement, ...texts }
const timed = { ...written, when: 'later', publish_at: toLocalInput(new Date(later)) } as const
const stored = (more: Partial<Announcement>): Announcement => ({
  ...{ id: 1, ...texts, created_at: now.toISOString(), version: 1, publish_at: null, post_to_discord: true, mention_role_id: null },
  ...{ delivery: 'none', delivery_reason: null, posted_at: null, post_url: null, log_id: null },
  ...more,
})
const role = '400000000000000001'

test('a new announcement is sent without default values', () => {
  expect(formToInput({ ...written, title: ' Sale ' })).toEqual(texts)
  expect(formToInput({ ...timed, mention_role_id: ` ${role}` })).toEqual({ ...texts, publish_at: later, mention_role_id: role })
  expect(formToInput({ ...timed, post_to_discord: false })).toEqual({ ...texts, post_to_discord: false, publish_at: later })
})

test.each<[string, Announcement, object, object]>([
  ['of a foreign host', { id: 1, ...texts, created_at: null }, {}, {}],
  ['scheduled, untouched', stored({ delivery: 'scheduled', publish_at: later }), {}, {}],
  ['scheduled, for now', stored({ delivery: 'scheduled', publish_at: later }), { when: 'now' }, { publish_at: null }],
  ['scheduled, not any more', stored({ delivery: 'scheduled', publish_at: later }), { post_to_discord: false }, { post_to_discord: false }],
  ['waiting, for later', stored({ delivery: 'waiting' }), timed, { publish_at: later }],
  ['held by a restore before its time, for now', stored({ delivery: 'waiting', publish_at: later }), { when: 'now' }, { publish_at: null }],
  ['not posted, untouched', stored({}), {}, {}],
  ['not posted, now after all', stored({}), { post_to_discord: true }, { publish_at: now.toISOString() }],
  ['not wanted, now after all', stored({ post_to_discord: false }), { post_to_discord: true }, { post_to_discord: true, publish_at: null }],
  [
    'not wanted any more, after all at its time',
    stored({ post_to_discord: false, publish_at: later }),
    { post_to_discord: true },
    { post_to_discord: true, publish_at: later },
  ],
  [
    'not wanted any more, and its time has passed',
    stored({ post_to_discord: false, publish_at: now.toISOString() }),
    { post_to_discord: true },
    { post_to_discord: true, publish_at: null },
  ],
  [
    'not wanted, later after all',
    stored({ post_to_discord: false }),
    { ...timed, post_to_discord: true },
    { post_to_discord: true, publish_at: later },
  ],
  ['failed, untouched', stored({ delivery: 'failed' }), {}, {}],
  ['failed, now after all', stored({ delivery: 'failed' }), { post_to_discord: true }, { publish_at: now.toISOString() }],
  ['failed, later after all', stored({ delivery: 'failed' }), { ...timed, post_to_discord: true }, { publish_at: later }],
  ['posted', stored({ delivery: 'posted', posted_at: later }), {}, {}],
  [
    'posted, without its post',
    stored({ delivery: 'posted', posted_at: later }),
    { update_post: false, when: 'later' },
    { update_post: false },
  ],
  ['without its role', stored({ mention_role_id: role }), { mention_role_id: ' ' }, { mention_role_id: null }],
])('saving an announcement that is %s sends only changes of its post', (_, before, edits, changes) => {
  expect(formToUpdate({ ...announcementToForm(before, now), ...edits }, before, now)).toEqual({ ...texts, ...changes })
})

test('a time is required and must be in the future, unless it is the stored one', () => {
  expect(checkAnnouncement(timed, now)).toEqual({})
  expect(checkAnnouncement({ ...timed, publish_at: '' }, now)).toEqual({ publish_at: 'Choose a date and time' })
  expect(checkAnnouncement(timed, new Date(later))).toEqual({ publish_at: 'This time has passed' })
  expect(checkAnnouncement({ ...timed, post_to_discord: false }, new Date(later))).toEqual({})
  expect(checkAnnouncement(timed, new Date(later), stored({ delivery: 'scheduled', publish_at: later }))).toEqual({})
  expect(checkAnnouncement({ ...written, mention_role_id: '@mods' }, now)).toEqual({ mention_role_id: 'Role ID must be 17 to 20 digits' })
  // In some time zones the full hour is at :30 or :45.
  expect(suggestTime(now)).toMatch(/:00$/)
  const minutes = (Date.parse(localToUtc(suggestTime(now))) - now.getTime()) / 60_000
  expect([minutes > 29, minutes <= 90]).toEqual([true, true])
})

test('a time that the clocks skip in spring is refused', () => {
  const zone = process.env['TZ']
  try {
    process.env['TZ'] = 'Europe/Berlin'
    const problemAt = (publish_at: string) => checkAnnouncement({ ...timed, publish_at }, now)['publish_at']
    expect(problemAt('2027-03-28T02:30')).toBe('The clocks skip this time. Choose another')
    expect(['2027-03-28T01:59', '2027-03-28T03:00', '2027-10-31T02:30'].map(problemAt)).toEqual([undefined, undefined, undefined])
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})

test('the post and its time come from one person', () => {
  const base = announcementToForm(stored({ delivery: 'scheduled', publish_at: later }), now)
  const mine = { ...base, publish_at: '2026-11-21T15:00' }
  const theirs = announcementToForm(stored({ delivery: 'none', post_to_discord: false, publish_at: later }), now)
  expect(compare({ base, mine }, theirs, announcementRules).both).toEqual(['post_to_discord', 'publish_at'])
  expect(putOnTop({ base, mine }, theirs, announcementRules).mine).toEqual(mine)
})
