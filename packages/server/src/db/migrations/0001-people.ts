import type { Kysely } from 'kysely'
import { ownedBy, tableMaker } from './table.ts'

/** Who may sign in, their sessions, the throttle, API keys, and the record of what everybody did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, tableWithTextId, int } = tableMaker(db)

  await table('app_user', { texts: ['username', 'username_key', 'email', 'email_key', 'role', 'created_at'] })
    .addColumn('password_hash', 'text')
    .addUniqueConstraint('app_user_username_key', ['username_key'])
    .addUniqueConstraint('app_user_email_key', ['email_key'])
    .execute()

  await tableWithTextId('session', { texts: ['created_at', 'expires_at'] })
    .addColumn('user_id', int, ownedBy('app_user.id'))
    .addColumn('ended_at', 'text')
    .execute()
  await db.schema.createIndex('session_user_id').on('session').column('user_id').execute()
  await db.schema.createIndex('session_expires_at').on('session').column('expires_at').execute()

  await table('sign_in_attempt', { texts: ['name_key', 'address', 'at'] }).execute()
  await db.schema.createIndex('sign_in_attempt_name').on('sign_in_attempt').columns(['name_key', 'at']).execute()
  await db.schema.createIndex('sign_in_attempt_address').on('sign_in_attempt').columns(['address', 'at']).execute()
  await db.schema.createIndex('sign_in_attempt_at').on('sign_in_attempt').column('at').execute()

  await table('api_key', { texts: ['name', 'key_hash', 'hint', 'created_at'] })
    .addColumn('revoked_at', 'text')
    .addUniqueConstraint('api_key_key_hash', ['key_hash'])
    .execute()

  await table('activity', { texts: ['at', 'actor_kind', 'actor_name', 'action', 'subject_kind', 'changes'], ints: ['subject_id'] })
    .addColumn('actor_id', int)
    .execute()
  await db.schema.createIndex('activity_subject').on('activity').columns(['subject_kind', 'subject_id', 'id']).execute()
}
