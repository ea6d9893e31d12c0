import { announcements } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import {
  createAnnouncement,
  listAnnouncements,
  removeAnnouncement,
  requireAnnouncement,
  updateAnnouncement,
} from './announcements.service.ts'

export function announcementRoutes(bind: Bind, deps: Deps): void {
  bind(announcements.list, async ({ query }) => listAnnouncements(deps, query))
  bind(announcements.find, async ({ params }) => ({ data: await requireAnnouncement(deps, params.id) }))
  bind(announcements.create, async ({ body }, { caller }) => ({ data: await createAnnouncement(deps, caller.actor, body) }))
  bind(announcements.update, async ({ params, body }, { caller }) => ({
    data: await updateAnnouncement(deps, caller.actor, params.id, body),
  }))
  bind(announcements.remove, async ({ params, query }, { caller }) => {
    await removeAnnouncement(deps, caller.actor, params.id, { deletePost: query.delete_post })
    return { data: null }
  })
}
