import { stock } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { listRunway } from './runway.service.ts'

export function stockRoutes(bind: Bind, deps: Deps): void {
  bind(stock.runway, ({ query }) => listRunway(deps, query.within_days))
}
