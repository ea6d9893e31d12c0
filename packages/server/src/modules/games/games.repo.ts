import type { Game } from '@keydesk/contract'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

export const listGames = (db: Db): Promise<Game[]> => db.selectFrom('game').select(['id', 'name']).execute()

export const listNames = (db: Db, ids: readonly number[]): Promise<Game[]> =>
  db.selectFrom('game').select(['id', 'name']).where('id', 'in', idRows(db, ids)).execute()

/** The new row's id; undefined if a game with that key exists, even one from a concurrent insert. */
export async function insertGame(db: Db, name: string, key: string): Promise<number | undefined> {
  const insert = db.insertInto('game').values({ name, name_key: key })
  return (
    await insert
      .onConflict((taken) => taken.column('name_key').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id
}
