import { customers } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { addNote, removeNote, requireCustomer } from './customers.service.ts'

export function customerRoutes(bind: Bind, deps: Deps): void {
  bind(customers.find, async ({ query }, { caller }) => ({ data: await requireCustomer(deps, caller, query) }))
  bind(customers.addNote, async ({ body }, { caller }) => ({ data: await addNote(deps, caller, body) }))
  bind(customers.removeNote, async ({ params }, { caller }) => {
    await removeNote(deps, caller, params.id)
    return { data: null }
  })
}
