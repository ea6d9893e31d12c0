import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../testing.ts'
import { listProducts, makeProduct } from '../testing/shop/catalogue.ts'

/** Another program that writes to the SQLite file, such as an operator's shell. */

beforeEach((context) => {
  if (process.env['KEYDESK_TEST_DB'] === 'postgres') context.skip('of SQLite alone')
})

async function openBeside() {
  const app = await createTestApp()
  await makeProduct(app, { name: 'Aim' })
  const outside = new SqliteDatabase(join(app.folder, 'keydesk.db'))
  onTestFinished(() => void outside.close())
  outside.exec('begin immediate')
  return { app, outside }
}

const save = (app: TestApp, name: string) => app.call('POST', '/admin/products', { name })

/** Records calls in the order of their answers. */
function inOrder() {
  const answered: string[] = []
  return { answered, note: async (what: string, call: Promise<{ status: number }>) => void answered.push(`${what} ${(await call).status}`) }
}

test('while it writes, saves wait and everything else goes on; they are made when it is done', async () => {
  const { app, outside } = await openBeside()
  const { answered, note } = inOrder()
  const saves = ['Bolt', 'Crow'].map((name) => note('save', save(app, name)))
  for (let read = 0; read < 3; read += 1) await note('read', app.call('GET', '/admin/products'))
  expect(answered).toEqual(['read 200', 'read 200', 'read 200'])
  outside.exec('commit')
  await Promise.all(saves)
  expect(answered.slice(3)).toEqual(['save 200', 'save 200'])
  expect((await listProducts(app)).map(({ name }) => name)).toEqual(expect.arrayContaining(['Aim', 'Bolt', 'Crow']))
})

test('saves that wait for too long are put off together, and not one after the other', async () => {
  const { app, outside } = await openBeside()
  const began = performance.now()
  const answers = await Promise.all(['Bolt', 'Crow', 'Dusk', 'Echo'].map((name) => save(app, name)))
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  outside.exec('rollback')
  expect((await save(app, 'Bolt')).status).toBe(200)
})

test('a save that has waited for its turn for long still waits for it', async () => {
  const { app, outside } = await openBeside()
  outside.exec('commit')
  // How long a save waits is on this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { saved } = await app.deps.db.transaction().execute(async () => {
    const waiting = save(app, 'Bolt')
    for (let read = 0; read < 3; read += 1) await app.call('GET', '/admin/products')
    vi.advanceTimersByTime(10_000)
    return { saved: waiting }
  })
  outside.exec('begin immediate')
  for (let read = 0; read < 3; read += 1) await app.call('GET', '/admin/products')
  outside.exec('commit')
  expect((await saved).status).toBe(200)
})
