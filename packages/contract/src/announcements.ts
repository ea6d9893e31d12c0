import * as z from 'zod/mini'
import { endpoint, wrapped } from './endpoint.ts'
import { requiredText, version } from './fields.ts'
import { limits } from './limits.ts'
import { listed, listQuery } from './lists.ts'
import { id, moment, optionalCount, text } from './tolerant.ts'

export const announcementInput = z.object({ title: requiredText('Title'), content: requiredText('Content', limits.longText), version })
export type AnnouncementInput = z.infer<typeof announcementInput>

export const announcement = z.object({ id, title: text, content: text, created_at: moment, version: optionalCount })
export type Announcement = z.infer<typeof announcement>

const path = '/admin/announcements'
export const announcements = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'announcements:read',
    summary: 'Announcements, newest first',
    query: listQuery,
    response: listed(announcement),
  }),
  find: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: 'announcements:read',
    summary: 'One announcement',
    response: wrapped(announcement),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'announcements:write',
    summary: 'Create an announcement',
    body: announcementInput,
    response: wrapped(announcement),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'announcements:write',
    summary: 'Save an announcement',
    body: announcementInput,
    response: wrapped(announcement),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'announcements:write',
    summary: 'Delete an announcement',
    response: wrapped(z.null()),
  }),
}
