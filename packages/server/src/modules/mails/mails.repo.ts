import type { Selectable } from 'kysely'
import type { MailKind } from '@keydesk/contract'
import { takeTurns } from '../../db/engine.ts'
import type { MailTemplateTable } from '../../db/schema/mails.ts'
import type { Db } from '../../db/schema.ts'

export type TemplateRow = Selectable<MailTemplateTable>

export const listTemplates = (db: Db): Promise<TemplateRow[]> => db.selectFrom('mail_template').selectAll().execute()

export const findTemplate = (db: Db, kind: MailKind): Promise<TemplateRow | undefined> =>
  db.selectFrom('mail_template').selectAll().where('kind', '=', kind).executeTakeFirst()

/** Until the transaction ends, nobody else saves a kind of mail, which may have no row yet. */
export const lockTemplate = (tx: Db, kind: MailKind): Promise<void> => takeTurns(tx, `mail ${kind}`)

export async function putTemplate(tx: Db, { kind, ...rest }: TemplateRow): Promise<void> {
  await tx
    .insertInto('mail_template')
    .values({ kind, ...rest })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(rest))
    .execute()
}
