import type { Announcement } from '@keydesk/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../testing.ts'
import { dataOf } from './catalogue.ts'

const path = '/admin/announcements'
const hour = 3_600_000

export const announcementText = { title: 'Sale', content: 'Half price' }

export const makeAnnouncement = async (app: TestApp, more: object = {}) =>
  dataOf(await app.call('POST', path, { ...announcementText, ...more })) as Announcement

export const saveAnnouncement = async (app: TestApp, { id, version }: Announcement, change: object) =>
  dataOf(await app.call('PUT', `${path}/${id}`, { ...announcementText, version, ...change })) as Announcement

export const readAnnouncement = async (app: TestApp, { id }: Announcement) => dataOf(await app.call('GET', `${path}/${id}`)) as Announcement

/** A time this many hours from now, in the format of `publish_at`. */
export const inHours = (app: TestApp, hours: number) => new Date(app.clock.at.getTime() + hours * hour).toISOString()

/** Waits until the announcement has this delivery state. The list must return the same announcement. */
export async function expectDelivery(
  app: TestApp,
  one: Announcement,
  delivery: Announcement['delivery'],
  more: object = {},
): Promise<void> {
  await expect.poll(() => readAnnouncement(app, one)).toMatchObject({ delivery, ...more })
  expect(dataOf(await app.call('GET', path))).toContainEqual(await readAnnouncement(app, one))
}
