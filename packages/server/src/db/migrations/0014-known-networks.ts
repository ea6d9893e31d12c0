import type { Kysely } from 'kysely'
import { ownedBy, tableMaker } from './table.ts'

/** Networks that each user has signed in from: the throttle does not slow them there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('known_network', { texts: ['network', 'last_at'] })
    .addColumn('user_id', int, ownedBy('app_user.id'))
    .addUniqueConstraint('known_network_user_network', ['user_id', 'network'])
    .execute()
}
