import type { Game } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'

export const listGames = (db: Db): Promise<Game[]> => db.selectFrom('game').select(['id', 'name']).execute()

/** The new row's id; undefined if a game has that key, even one that is being added at this moment. */
export async function insertGame(db: Db, name: string, key: string): Promise<number | undefined> {
  const insert = db.insertInto('game').values({ name, name_key: key })
  return (
    await insert
      .onConflict((taken) => taken.column('name_key').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id
}
