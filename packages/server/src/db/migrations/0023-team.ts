import { sql, type Kysely } from 'kysely'
import { ownedBy, reference, tableMaker } from './table.ts'

/**
 * Invitations, and what a member sees of the own sessions. A session gets a number as its id: its `sid` stays the name that its token holds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)

  await db.schema.alterTable('app_user').addColumn('last_sign_in_at', 'text').execute()
  await db.schema
    .alterTable('app_user')
    .addColumn('two_factor_required', int, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update app_user
    set last_sign_in_at = (select max(known_network.last_at) from known_network where known_network.user_id = app_user.id)
    where role <> 'customer'`.execute(db)
  await db.schema
    .createIndex('app_user_team')
    .on('app_user')
    .column('username_key')
    .where(sql<boolean>`role <> 'customer'`)
    .execute()

  // SQLite adds no numbered id to a table that is there already.
  await table('session_next', { texts: ['sid', 'created_at', 'expires_at', 'device', 'network', 'last_seen_at'] })
    .addColumn('user_id', int, ownedBy('app_user.id'))
    .addColumn('ended_at', 'text')
    .addUniqueConstraint('session_sid', ['sid'])
    .execute()
  await sql`insert into session_next (sid, user_id, created_at, expires_at, ended_at, device, network, last_seen_at)
    select id, user_id, created_at, expires_at, ended_at, '', '', created_at from session order by created_at, id`.execute(db)
  await db.schema.dropTable('session').execute()
  await db.schema.alterTable('session_next').renameTo('session').execute()
  await db.schema.createIndex('session_user_id').on('session').column('user_id').execute()
  await db.schema.createIndex('session_expires_at').on('session').column('expires_at').execute()

  await table('invitation', { texts: ['role', 'token_hash', 'created_at', 'expires_at'], ints: ['require_two_factor'] })
    .addColumn('created_by', int, reference('app_user.id'))
    .addColumn('email', 'text')
    .addColumn('used_at', 'text')
    .addColumn('used_by', int, (column) => column.references('app_user.id'))
    .addColumn('revoked_at', 'text')
    .addUniqueConstraint('invitation_token_hash', ['token_hash'])
    .execute()
}
