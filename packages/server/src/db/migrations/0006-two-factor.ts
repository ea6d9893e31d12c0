import type { Kysely } from 'kysely'
import { ownedBy, tableMaker } from './table.ts'

/** Two-factor sign-in: a secret for an administrator, and the recovery codes beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)

  await table('two_factor', { texts: ['secret'], ints: ['last_step'] })
    .addColumn('user_id', int, ownedBy('app_user.id'))
    .addColumn('enabled_at', 'text')
    .addUniqueConstraint('two_factor_user', ['user_id'])
    .execute()

  await table('recovery_code', { texts: ['code_hash'] })
    .addColumn('user_id', int, ownedBy('app_user.id'))
    .addUniqueConstraint('recovery_code_user_hash', ['user_id', 'code_hash'])
    .execute()
}
