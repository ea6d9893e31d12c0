import type { Deps } from '../../deps.ts'
import { pagesById } from '../../breathe.ts'
import { writeHead, writeSoldKey } from '../restore-holds/restore-holds.service.ts'
import { findShopMark } from '../users/users.service.ts'
import { listSoldSince } from './sold-keys.repo.ts'

/**
 * A sale that was under way when the backup began is stamped before it, yet missing in it. Keys that the backup has as sold do no harm in the
 * list.
 */
const marginMs = 3_600_000

/** The lines of a file of the keys that were sold since a moment, and in the hour before it (docs/reference/backups.md, Keys). */
export async function* soldKeyLines({ db }: Deps, since: Date): AsyncGenerator<string> {
  const from = new Date(since.getTime() - marginMs).toISOString()
  yield writeHead({ shop: await findShopMark(db), since: since.toISOString() })
  for await (const keys of pagesById((after, size) => listSoldSince(db, from, after, size)))
    for (const { value, order_id } of keys) yield writeSoldKey(value, order_id)
}
