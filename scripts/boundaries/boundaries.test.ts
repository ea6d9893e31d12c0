import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findViolations } from './check.ts'
import { importsOf } from './imports.ts'
import { rules } from './rules.ts'
import { tableExceptions, tableOwners } from './table-owners.ts'

const home = fileURLToPath(new URL('../..', import.meta.url))
const modules = 'packages/server/src/modules'
const features = 'packages/web/src/features'

/** A small repository in which each side does only what it may. */
const clean: Record<string, string> = {
  'packages/contract/package.json': '{ "name": "@keydesk/contract", "exports": { ".": "./src/index.ts", "./docs": "./src/docs.ts" } }',
  'packages/server/package.json': '{ "name": "@keydesk/server", "exports": { ".": "./src/index.ts", "./testing": "./src/testing.ts" } }',
  'packages/contract/src/index.ts': `import { z } from 'zod/mini'\nexport const coupon = z.string()`,
  'packages/contract/src/docs.ts': `import { couponsDocs } from './orders/coupons.docs.ts'\nexport const nouns = [couponsDocs]`,
  'packages/contract/src/orders/coupons.docs.ts': `import { coupon } from '../index.ts'\nexport const couponsDocs = coupon`,
  'packages/server/src/http/openapi/document.ts': `import { nouns } from '@keydesk/contract/docs'\nexport const document = nouns`,
  'packages/contract/src/index.test.ts': `import { test } from 'vitest'\ntest('it', () => {})`,
  'packages/server/src/main.ts': `import { config } from './config.ts'\nimport { open } from './db/open.ts'\nimport { couponRoutes } from './modules/coupons/coupons.routes.ts'\nopen(config, couponRoutes)`,
  'packages/server/src/index.ts': `export { open } from './db/open.ts'`,
  'packages/server/src/testing.ts': `export { open } from './db/open.ts'`,
  'packages/server/src/config.ts': `export type Config = string\nexport const config = process.env['PORT']`,
  'packages/server/src/deps.ts': `import type { Db } from './db/schema.ts'\nexport type Deps = { db: Db }`,
  'packages/server/src/http/bind.ts': `import type { FastifyInstance } from 'fastify'\nimport type { Config } from '../config.ts'\nexport const bind = (app: FastifyInstance) => app`,
  'packages/server/src/db/schema.ts': `import type { Kysely } from 'kysely'\nexport type Db = Kysely<object>`,
  'packages/server/src/db/open.ts': `import pg from 'pg'\nexport const open = () => new pg.Pool()`,
  'packages/server/src/db/transact.ts': `export const transact = () => 1`,
  [`${modules}/coupons/coupons.repo.ts`]: `import { sql } from 'kysely'\nimport type { Db } from '../../db/schema.ts'\nexport const list = (db: Db) => db.selectFrom('coupon').select(sql\`1\`)`,
  [`${modules}/coupons/coupons.service.ts`]: `import type { Db } from '../../db/schema.ts'\nimport { transact } from '../../db/transact.ts'\nimport { find } from '../users/users.service.ts'\nimport * as repo from './coupons.repo.ts'\nexport const list = (db: Db) => transact(repo.list(db), find)`,
  [`${modules}/coupons/coupons.routes.ts`]: `import { bind } from '../../http/bind.ts'\nimport { list } from './coupons.service.ts'\nexport const couponRoutes = bind(list)`,
  [`${modules}/users/users.service.ts`]: `export const find = () => 1`,
  'packages/stand-in/package.json': '{ "name": "@keydesk/stand-in", "exports": { ".": "./src/index.ts" } }',
  'packages/stand-in/src/index.ts': `export const startDiscord = () => 1`,
  'packages/bot/src/bot.unit.test.ts': `import { startDiscord } from '@keydesk/stand-in'\nstartDiscord()`,
  'packages/cli/src/demo/chat.ts': `import { startDiscord } from '@keydesk/stand-in'\nstartDiscord()`,
  'e2e/package.json': '{ "name": "@keydesk/e2e", "exports": { "./server": "./support/server.ts" } }',
  'packages/cli/src/main.ts': `import { open } from '@keydesk/server'\nopen()`,
  'packages/web/src/app/main.tsx': `import { coupon } from '@keydesk/contract'\nexport const page = coupon`,
  'packages/web/src/api/call.ts': `export const call = () => 1`,
  'packages/web/src/kit/toast.ts': `import { toast } from 'sonner'\nexport const say = toast`,
  [`${features}/coupons/page.tsx`]: `import { useProducts } from '../products/data.ts'\nimport { say } from '../../kit/toast.ts'\nexport const page = say(useProducts())`,
  [`${features}/coupons/page.test.tsx`]: `import { createTestApp } from '@keydesk/server/testing'\nawait createTestApp()`,
  [`${features}/products/data.ts`]: `import { call } from '../../api/call.ts'\nexport const useProducts = call`,
  'e2e/journey.spec.ts': `import { test } from '@playwright/test'\ntest('it', () => {})`,
}

/** For each rule, files that break it and no other. */
const seeds: Record<string, [file: string, source: string][]> = {
  'contract-imports-zod-only': [
    ['packages/contract/src/x.ts', `import { readFileSync } from 'node:fs'`],
    ['packages/contract/src/x.ts', `import type { Db } from '../../server/src/db/schema.ts'`],
    ['packages/contract/src/x.ts', `export * from 'kysely'`],
  ],
  'docs-for-openapi-only': [
    ['packages/contract/src/x.ts', `export * from './orders/coupons.docs.ts'`],
    ['packages/web/src/x.ts', `import { nouns } from '@keydesk/contract/docs'`],
    ['packages/server/src/http/x.ts', `import { nouns } from '@keydesk/contract/docs'`],
  ],
  'zod-mini-only': [
    ['packages/web/src/x.ts', `import { z } from 'zod'`],
    ['packages/server/src/x.ts', `import type { ZodType } from 'zod/v4'`],
  ],
  'web-imports-no-server': [
    ['packages/web/src/app/x.ts', `import type { Db } from '@keydesk/server'`],
    ['packages/web/src/app/x.ts', `import '../../../cli/src/x.ts'`],
    ['packages/web/src/app/x.ts', `type Client = import('../../../bot/src/client.ts').Client`],
  ],
  'web-tests-by-entry-point': [['packages/web/test/render.tsx', `import { bind } from '../../server/src/http/bind.ts'`]],
  'server-imports-no-client': [
    ['packages/server/src/x.ts', `import '../../web/src/kit/toast.ts'`],
    ['packages/server/src/x.ts', `await import('../../bot/src/client.ts')`],
  ],
  'main-imports-bot-only': [
    ['packages/server/src/main.ts', `import '../../web/src/kit/toast.ts'`],
    ['packages/server/src/main.ts', `import '../../bot/src/client.ts'`],
  ],
  'bot-imports-port-only': [['packages/bot/src/client.ts', `import type { Deps } from '@keydesk/server'`]],
  'store-client-imports-node-only': [
    ['packages/store-client/src/x.ts', `import { coupon } from '@keydesk/contract'`],
    ['packages/store-client/src/x.ts', `import pg from 'pg'`],
  ],
  'stand-in-imports-nothing': [['packages/stand-in/src/x.ts', `import { coupon } from '@keydesk/contract'`]],
  'stand-in-for-tests': [
    ['packages/cli/src/x.ts', `import { startDiscord } from '@keydesk/stand-in'`],
    ['packages/bot/src/x.ts', `import '../../stand-in/src/index.ts'`],
  ],
  'packages-before-e2e': [
    ['packages/cli/src/x.ts', `import { startKeydesk } from '@keydesk/e2e/server'`],
    ['packages/server/src/x.test.ts', `import '../../../bench/floor.ts'`],
  ],
  'packages-by-entry-point': [
    ['e2e/faults/x.ts', `import { examine } from '../../packages/server/src/modules/doctor/doctor.service.ts'`],
    ['bench/x.ts', `import { openSqlite } from '../packages/server/src/db/open.ts'`],
  ],
  'sql-in-repos': [
    ['packages/server/src/x.ts', `import { sql } from 'kysely'`],
    [`${modules}/coupons/x.service.ts`, `export const list = (db) => db.selectFrom('coupon').selectAll().execute()`],
    ['packages/cli/src/x.ts', `import Database from 'better-sqlite3'`],
    ['packages/server/src/http/x.ts', `import pg from 'pg'`],
  ],
  'tables-by-owner': [
    [`${modules}/games/x.repo.ts`, `export const list = (db) => db.selectFrom('coupon as c').selectAll().execute()`],
    [`${modules}/games/x.repo.ts`, `export const list = (db) => db.selectFrom(['game', 'coupon']).selectAll().execute()`],
    [
      `${modules}/games/x.repo.ts`,
      `export const list = (db) => db.selectFrom('game').leftJoin('coupon', 'coupon.id', 'game.id').execute()`,
    ],
    [`${modules}/games/x.repo.ts`, 'export const list = (db) => sql`update coupon set code = ${1}`.execute(db)'],
    [`${modules}/games/x.repo.ts`, 'export const list = (db) => sql`select 1 from game join coupon on true`.execute(db)'],
    [`${modules}/games/x.repo.ts`, `export const from = 'join coupon as c on true'`],
  ],
  'database-in-repos': [[`${modules}/coupons/x.service.ts`, `import { migrate } from '../../db/migrate.ts'`]],
  'transactions-in-services': [[`${modules}/coupons/x.routes.ts`, `import { transact } from '../../db/transact.ts'`]],
  'deps-are-types': [['packages/server/src/deps.ts', `import * as z from 'zod/mini'`]],
  'no-http-below-routes': [
    [`${modules}/coupons/x.service.ts`, `import type { FastifyRequest } from 'fastify'`],
    [`${modules}/coupons/x.rules.ts`, `import { bind } from '../../http/bind.ts'`],
    [`${modules}/coupons/x.repo.ts`, `import multipart from '@fastify/multipart'`],
    [`${modules}/coupons/x.repo.ts`, `import { get } from 'node:http'`],
  ],
  'routes-call-services': [[`${modules}/coupons/x.routes.ts`, `import * as repo from './coupons.repo.ts'`]],
  'services-below-routes': [[`${modules}/coupons/x.service.ts`, `import { couponRoutes } from './coupons.routes.ts'`]],
  'repos-at-the-bottom': [
    [`${modules}/coupons/x.repo.ts`, `import { list } from './coupons.service.ts'`],
    [`${modules}/coupons/x.repo.ts`, `import { couponRoutes } from './coupons.routes.ts'`],
  ],
  'http-without-modules': [['packages/server/src/http/x.ts', `import { list } from '../modules/coupons/coupons.service.ts'`]],
  'db-at-the-bottom': [
    ['packages/server/src/db/x.ts', `import { list } from '../modules/coupons/coupons.service.ts'`],
    ['packages/server/src/db/x.ts', `import { bind } from '../http/bind.ts'`],
  ],
  'modules-by-service': [
    [`${modules}/games/x.service.ts`, `import { list } from '../coupons/coupons.repo.ts'`],
    [`${modules}/games/deep/x.ts`, `import type { Rule } from '../../coupons/coupons.rules.ts'`],
  ],
  'features-by-data': [
    [`${features}/products/panels/x.tsx`, `import { page } from '../../coupons/page.tsx'`],
    [`${features}/products/x.tsx`, `const page = () => import('../coupons/page.tsx')`],
  ],
  'api-below-screens': [
    ['packages/web/src/api/x.ts', `import { say } from '../kit/toast.ts'`],
    ['packages/web/src/api/x.ts', `import { useProducts } from '../features/products/data.ts'`],
  ],
  'kit-knows-no-noun': [
    ['packages/web/src/kit/x.tsx', `import { useProducts } from '../features/products/data.ts'`],
    ['packages/web/src/kit/x.tsx', `import { token } from '../session/token.ts'`],
  ],
  'toasts-in-kit': [[`${features}/coupons/x.tsx`, `import { toast } from 'sonner'`]],
  'main-wires': [
    ['packages/server/src/app.ts', `import './main.ts'`],
    ['packages/web/src/app/x.tsx', `export { page } from './main.tsx'`],
  ],
  'wiring-in-main': [['packages/server/src/app.ts', `import { config } from './config.ts'`]],
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'))
  for (const [file, source] of Object.entries(clean)) write(file, source)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(file: string, source: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), source)
}

test('a repository without violations passes', () => {
  expect(findViolations(folder).violations).toEqual([])
})

test('every rule has a violation that proves that it works', () => {
  expect(new Set(Object.keys(seeds))).toEqual(new Set(rules.map(({ name }) => name)))
})

describe.each(Object.entries(seeds))('%s', (name, files) => {
  test.each(files)('refuses in %s: %s', (file, source) => {
    write(file, `\n${source}`)
    expect(findViolations(folder).violations.map(({ rule, file: in_, line }) => [rule.name, in_, line])).toEqual([[name, file, 2]])
  })
})

test('the doctor and the backup may use every table, and a name that is no table is none', () => {
  write(`${modules}/doctor/x.repo.ts`, `export const list = (db) => db.selectFrom('coupon').selectAll().execute()`)
  write(`${modules}/backup/x.repo.ts`, `export const list = (db) => db.selectFrom('coupon').selectAll().execute()`)
  write(`${modules}/games/x.repo.ts`, 'export const list = (db) => sql`with found as (select 1) select * from found`.execute(db)')
  expect(findViolations(folder).violations).toEqual([])
})

test.each(tableExceptions)('an exception is needed: $file', ({ file, tables }) => {
  const used = importsOf(home, file, new Map()).map(({ to }) => to)
  expect(used).toEqual(expect.arrayContaining(tables.map((table) => `table:${table}`)))
})

test('every table has an owner, whose schema file has its type, and every owner is a module', () => {
  const schema = readFileSync(join(home, 'packages/server/src/db/schema.ts'), 'utf8')
  const imports = schema.matchAll(/^import type \{ (.+) \} from '\.\/schema\/(.+)\.ts'$/gm)
  const fileOf = new Map([...imports].flatMap(([, types, file]) => types!.split(', ').map((type) => [type, file])))
  const tables = [...schema.matchAll(/^ {2}(\w+): (\w+Table)$/gm)].map(([, name, type]) => [name!, fileOf.get(type!)])
  expect(Object.fromEntries(tables)).toEqual(tableOwners)
  for (const owner of Object.values(tableOwners)) expect(existsSync(join(home, modules, owner)), owner).toBe(true)
})

describe('modules in a circle', () => {
  const cycles = () =>
    findViolations(folder)
      .violations.filter(({ rule }) => rule.name === 'no-module-cycles')
      .map(({ file, to }) => [file, to].map((path) => path.replace(`${modules}/`, '')).join(' -> '))
  const inwards = 'coupons/coupons.service.ts -> users/users.service.ts'

  test('two of them, by a type alone', () => {
    write(`${modules}/users/x.service.ts`, `import type { Coupon } from '../coupons/coupons.service.ts'`)
    expect(cycles()).toEqual([inwards, 'users/x.service.ts -> coupons/coupons.service.ts'])
  })

  test('three of them, by different files', () => {
    write(`${modules}/users/x.service.ts`, `import { sum } from '../orders/y.service.ts'`)
    write(`${modules}/orders/z.service.ts`, `await import('../coupons/coupons.service.ts')`)
    expect(cycles()).toEqual([inwards, 'orders/z.service.ts -> coupons/coupons.service.ts', 'users/x.service.ts -> orders/y.service.ts'])
  })

  test('a test may use any module, and a module that only imports a circle is not part of it', () => {
    write(`${modules}/users/x.test.ts`, `import { list } from '../coupons/coupons.service.ts'`)
    write(`${modules}/orders/z.service.ts`, `import { list } from '../coupons/coupons.service.ts'`)
    expect(cycles()).toEqual([])
  })
})

test('opening the database outside of the wiring breaks two rules', () => {
  write('packages/server/src/x.ts', `import { open } from './db/open.ts'`)
  expect(findViolations(folder).violations.map(({ rule }) => rule.name)).toEqual(['database-in-repos', 'wiring-in-main'])
})

test('the command fails on a violation, and on finding nothing to check', () => {
  expect(run('scripts/boundaries.ts', folder).status).toBe(0)
  write('packages/web/src/api/x.ts', `import { say } from '../kit/toast.ts'`)
  const refused = run('scripts/boundaries.ts', folder)
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('packages/web/src/api/x.ts:1 imports packages/web/src/kit/toast.ts\n  api-below-screens:')
  expect(run('scripts/boundaries.ts', join(folder, 'e2e')).status).toBe(1)
})

test('the linter refuses a cycle of imports', () => {
  copyFileSync(join(home, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  expect(lintForCycles().stdout).not.toContain('no-cycle')
  write('packages/contract/src/index.ts', `import { limit } from './limit.ts'\nexport const coupon = limit`)
  write('packages/contract/src/limit.ts', `import { coupon } from './index.ts'\nexport const limit = () => coupon`)
  const refused = lintForCycles()
  expect(refused.status).toBe(1)
  expect(refused.stdout).toContain('no-cycle')
})

function lintForCycles() {
  return run('node_modules/oxlint/bin/oxlint', '--format=unix', 'packages/contract')
}

function run(script: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(home, script), ...args], { cwd: folder, encoding: 'utf8' })
}
