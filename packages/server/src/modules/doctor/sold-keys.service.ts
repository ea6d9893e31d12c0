import type { Deps } from '../../deps.ts'
import { breathe, chunkSize } from '../../breathe.ts'
import { writeHead, writeSoldKey } from '../restore-holds/restore-holds.service.ts'
import { findShopMark } from '../users/users.service.ts'
import { listSoldSince } from './sold-keys.repo.ts'

/** The lines of a file of the keys that were sold since a moment (docs/reference/backups.md, Keys). */
export async function* soldKeyLines({ db }: Deps, since: Date): AsyncGenerator<string> {
  const moment = since.toISOString()
  yield writeHead({ shop: await findShopMark(db), since: moment })
  for (let after = 0; ; await breathe()) {
    const keys = await listSoldSince(db, moment, after, chunkSize)
    for (const { value, order_id } of keys) yield writeSoldKey(value, order_id)
    if (keys.length < chunkSize) return
    after = keys.at(-1)!.id
  }
}
