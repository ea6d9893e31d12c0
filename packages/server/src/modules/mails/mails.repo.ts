import type { Selectable } from 'kysely'
import type { MailKind } from '@keydesk/contract'
import type { MailSettingsTable, MailTemplateTable } from '../../db/schema/mails.ts'
import type { Db } from '../../db/schema.ts'

export type TemplateRow = Selectable<MailTemplateTable>
export type SettingsRow = Selectable<MailSettingsTable>

export const listTemplates = (db: Db): Promise<TemplateRow[]> => db.selectFrom('mail_template').selectAll().execute()

export const findTemplate = (db: Db, kind: MailKind): Promise<TemplateRow | undefined> =>
  db.selectFrom('mail_template').selectAll().where('kind', '=', kind).executeTakeFirst()

export async function putTemplate(tx: Db, { kind, ...rest }: TemplateRow): Promise<void> {
  await tx
    .insertInto('mail_template')
    .values({ kind, ...rest })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(rest))
    .execute()
}

export const findSettings = (db: Db): Promise<SettingsRow | undefined> =>
  db.selectFrom('mail_settings').selectAll().where('id', '=', 1).executeTakeFirst()

export async function putSettings(tx: Db, row: Omit<SettingsRow, 'id'>): Promise<void> {
  await tx
    .insertInto('mail_settings')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
