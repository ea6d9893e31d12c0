import { joining, team } from '@keydesk/contract'
import { originOf } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.service.ts'
import { acceptInvitation, findOffer } from './joining.service.ts'
import { changeMember, listMembers, requireMember } from './members.service.ts'

export function teamRoutes(bind: Bind, deps: Deps): void {
  bind(team.list, async () => ({ data: await listMembers(deps) }))
  bind(team.update, async ({ params, body }, { caller }) => {
    await changeMember(deps, caller.actor, params.id, body)
    return { data: await requireMember(deps, params.id) }
  })
  bind(team.invitations, async () => ({ data: await listInvitations(deps) }))
  bind(team.invite, async ({ body }, { caller }) => ({ data: await invite(deps, caller, body) }))
  bind(team.revokeInvitation, async ({ params }, { caller }) => {
    await revokeInvitation(deps, caller.actor, params.id)
    return { data: null }
  })
  bind(joining.find, async ({ body }, { request }) => ({ data: await findOffer(deps, body.token, originOf(request)) }))
  bind(joining.accept, async ({ body }, { request }) => ({ data: await acceptInvitation(deps, body, originOf(request)) }))
}
