import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { makeVariant, saveVariant, valuesOf } from '../../testing/catalogue.ts'
import { listHolders } from '../../modules/variants/keys.repo.ts'
import { isPostgres } from '../engine.ts'

test('key values are compared by their bytes: words of any language are found, and case makes another key', async () => {
  const app = await createTestApp()
  const { db } = app.deps
  const { id } = await makeVariant(app, ['resume', 'r\u00e9sum\u00e9', 'RESUME', '\u30ad\u30fc', 'co-op', 'coop'])
  expect((await listHolders(db, ['r\u00e9sum\u00e9', '\u30ad\u30fc', 'Resume'])).map((key) => key.value)).toEqual([
    'r\u00e9sum\u00e9',
    '\u30ad\u30fc',
  ])
  expect(valuesOf(await saveVariant(app, id, { keys: ['coop', 'resume', 'Resume'] }))).toEqual(['resume', 'coop', 'Resume'])
  if (!isPostgres(db)) return
  const { rows } =
    await sql`select collation_name from information_schema.columns where table_name = 'license_key' and column_name = 'value'`.execute(db)
  expect(rows).toEqual([{ collation_name: 'C' }])
})
