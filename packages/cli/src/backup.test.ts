import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createProduct, openDeps, readConfig, system, type Deps } from '@keydesk/server'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { keydesk } from './keydesk.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keydesk-cli-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function run(dataDir: string, args: string[], env: Record<string, string> = {}, ask?: (question: string) => Promise<boolean>) {
  const output: string[] = []
  const code = await keydesk(
    args,
    { DATA_DIR: join(folder, dataDir), ...env },
    {
      print: (text) => void output.push(text),
      fail: (text) => void output.push(text),
      readPassword: async () => '',
      progress: () => () => undefined,
      ...(ask && { ask }),
    },
  )
  return { code, output: output.join('\n') }
}

test('a backup that cannot be written is refused in one line, and leaves nothing behind', async () => {
  await run('shop', ['migrate'])
  const nowhere = join(folder, 'nowhere', 'shop.backup')
  expect(await run('shop', ['backup', nowhere])).toEqual({
    code: 1,
    output: `The backup cannot be written: the folder ${join(folder, 'nowhere')} does not exist`,
  })
  expect(existsSync(join(folder, 'nowhere'))).toBe(false)

  await writeFile(join(folder, 'file'), '')
  const below = join(folder, 'file', 'shop.backup')
  expect(await run('shop', ['backup', below])).toEqual({ code: 1, output: `The file ${below} cannot be written (ENOTDIR)` })

  const isFolder = { code: 1, output: `${folder} is a folder; name a file in it, or add --every` }
  expect(await run('shop', ['backup', folder])).toEqual(isFolder)
  expect(await run('shop', ['backup', folder, '--force'])).toEqual(isFolder)
  expect(await readdir(folder)).toEqual(['file', 'shop'])
  expect((await readdir(tmpdir())).filter((name) => name.startsWith(basename(folder)))).toEqual([basename(folder)])
})

test('a forced backup writes to the file that a link names, and to nothing that is no file', async () => {
  await run('shop', ['migrate'])
  const [file, link, socket] = ['real.backup', 'link.backup', 'socket'].map((name) => join(folder, name)) as [string, string, string]
  await writeFile(file, 'old')
  await symlink(file, link)
  expect(await run('shop', ['backup', link, '--force'])).toMatchObject({ code: 0 })
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await run('new', ['restore', file])).toMatchObject({ code: 0 })
  const server = createServer().listen(socket)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect(await run('shop', ['backup', socket, '--force'])).toEqual({ code: 1, output: `${socket} is not a file` })
  expect((await lstat(socket)).isSocket()).toBe(true)
})

test('two backups to one path at once are both whole, and what a killed one left is deleted after a day', async () => {
  await run('shop', ['admin', 'create', 'ada', 'ada@example.com'])
  const target = join(folder, 'backups')
  await mkdir(target)
  const partials = ['daily.backup.0123456789ab.partial', 'daily.backup.partial', 'weekly.backup.partial', 'daily.backup.mine.partial']
  for (const name of partials) {
    await writeFile(join(target, name), '')
    await utimes(join(target, name), new Date(), new Date(Date.now() - 90_000_000))
  }
  await writeFile(join(target, 'daily.backup.ba9876543210.partial'), 'of a backup that is being made')
  const file = join(target, 'daily.backup')
  const done = { code: 0, output: expect.stringContaining(`${file} holds `) }
  expect(await Promise.all([1, 2].map(() => run('shop', ['backup', file, '--force'])))).toEqual([done, done])
  expect((await readdir(target)).toSorted()).toEqual([
    'daily.backup',
    'daily.backup.ba9876543210.partial',
    'daily.backup.mine.partial',
    'weekly.backup.partial',
  ])
  expect(await run('new', ['restore', file])).toMatchObject({ code: 0 })
})

test('a scheduled backup leaves the unfinished file of another one, and deletes those that are older than a day', async () => {
  await run('shop', ['migrate'])
  const target = join(folder, 'backups')
  await mkdir(target)
  const [old, young] = ['keydesk-2020-01-01T00-00-00Z.backup.0123456789ab.partial', 'keydesk-2020-01-01T00-00-01Z.backup.partial']
  for (const name of [old, young]) await writeFile(join(target, name), '')
  await utimes(join(target, old), new Date(), new Date(Date.now() - 90_000_000))
  expect((await runUntilItPrints('backup', target, '--every', '1d')).code).toBe(0)
  expect((await readdir(target)).toSorted()).toEqual([young, expect.stringMatching(/^keydesk-20\S+Z\.backup$/)])
})

/** Stops a scheduled backup of the shop after its first line. */
async function runUntilItPrints(...args: string[]) {
  const stop = new AbortController()
  let output = ''
  const print = (line: string) => {
    output = line
    stop.abort()
  }
  const code = await keydesk(
    args,
    { DATA_DIR: join(folder, 'shop') },
    { print, fail: print, readPassword: async () => '', progress: () => () => undefined, untilStopped: () => stop.signal },
  )
  return { code, output }
}

test('files of a clock that was ahead neither count as backups nor set the time of the next one', async () => {
  await run('shop', ['migrate'])
  const target = join(folder, 'backups')
  await mkdir(target)
  const ahead = ['2097', '2098', '2099'].map((year) => `keydesk-${year}-01-01T00-00-00Z.backup`)
  const old = ['2020', '2021'].map((year) => `keydesk-${year}-01-01T00-00-00Z.backup`)
  for (const name of [...ahead, ...old]) await writeFile(join(target, name), '')
  const made = await runUntilItPrints('backup', target, '--every', '1d', '--keep', '2')
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/ Deleted the oldest: keydesk-2020-01-01T00-00-00Z\.backup$/) })
  const names = [old[1], expect.stringMatching(/^keydesk-20[2-8]\S+Z\.backup$/), ...ahead]
  expect((await readdir(target)).toSorted()).toEqual(names)
  expect(await runUntilItPrints('backup', target, '--every', '1d')).toEqual({ code: 0, output: expect.stringContaining(' is due at ') })
  expect((await readdir(target)).toSorted()).toEqual(names)
})

test.each(['backup shop.backup', 'doctor', 'restore-holds list', 'api-key list', 'api-key revoke 1', 'admin reset-password ada'])(
  '%s makes no shop in a folder that has none',
  async (line) => {
    const refused = { code: 1, output: `There is no shop in ${join(folder, 'mistyped')}` }
    expect(await run('mistyped', line.split(' '))).toEqual(refused)
    expect(await readdir(folder)).toEqual([])
  },
)

test('an empty database is not backed up', async () => {
  const { close } = await openDeps(readConfig({ DATA_DIR: join(folder, 'empty'), LOG_LEVEL: 'silent' }))
  await close()
  const refused = { code: 1, output: 'There is no shop to back up: the database is empty' }
  expect(await run('empty', ['backup', join(folder, 'empty.backup')])).toEqual(refused)
  expect(await readdir(folder)).toEqual(['empty'])
})

test('a restore says where the secret of the backed-up shop has to be', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['migrate'])
  await run('shop', ['backup', file])
  const secret = join(folder, 'new', 'secret')
  expect((await run('new', ['restore', file])).output).toContain(
    `\nBefore you start Keydesk: the secret in ${secret} must be that of the shop that was backed up. If it is not, copy the ` +
      "secret file of that shop there, or set APP_SECRET to its secret.\nWith another secret the bot's token and two-factor sign-in have to " +
      'be set up again, and the secrets of webhooks rotated. The pages of orders still open, but their links cannot be shown or mailed',
  )
  const { output } = await run('third', ['restore', file], { APP_SECRET: 'a'.repeat(32) })
  expect(output).toContain('\nBefore you start Keydesk: APP_SECRET must be that of the shop that was backed up.\n')
})

test('a restore says what it holds before it starts, and asks at a terminal unless it is forced', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['migrate'])
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: join(folder, 'shop'), LOG_LEVEL: 'silent' }))
  await createProduct(deps, system, {
    name: 'Aim',
    description: '',
    variants: [{ name: 'Month', price: 1, keys: ['SECRET-1', 'SECRET-2'] }],
  })
  await close()
  await run('shop', ['backup', file])
  const printed =
    '2 keys may have been sold since the backup. They are held, and not for sale until an owner decides:\n  2 of Aim, Month\n' +
    'Ids given out since the backup are not known, so the next order gets an id above 10000000.\n'

  const asked: string[] = []
  const answer = (yes: boolean) => async (question: string) => {
    asked.push(question)
    return yes
  }
  const refused = await run('new', ['restore', file], {}, answer(false))
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/\nNothing was changed\. [^\n]*$/) })
  expect(refused.output).toContain(printed)
  expect(await run('new', ['restore-holds', 'list'])).toEqual({ code: 0, output: 'Nothing is held' })

  expect((await run('new', ['restore', file], {}, answer(true))).output).toContain(`${printed}Restored `)
  expect(asked).toEqual(['Restore?', 'Restore?'])
  expect((await run('forced', ['restore', file, '--force'], {}, answer(false))).output).toContain(`${printed}Restored `)
  expect((await run('unattended', ['restore', file])).output).toContain(`${printed}Restored `)
  expect(asked).toHaveLength(2)

  expect(await run('new', ['restore-holds', 'list'])).toEqual({ code: 0, output: 'batch 1-0: 2 keys of Aim, Month' })
  expect(await run('new', ['restore-holds', 'strike', '1-7'])).toEqual({ code: 1, output: 'No keys of the batch 1-7 are held' })
  expect(await run('new', ['restore-holds', 'release', '1-0'], {}, answer(false))).toMatchObject({ code: 1 })
  expect(asked.at(-1)).toBe('Put 2 held keys on sale again? What was sold after the backup would be sold twice.')
  expect(await run('new', ['restore-holds', 'release', 'all'], {}, answer(true))).toEqual({ code: 0, output: '2 keys on sale again' })
  expect(await run('forced', ['restore-holds', 'strike', '1-0', '--yes'])).toEqual({ code: 0, output: '2 keys struck' })
  expect(await run('forced', ['doctor'])).toEqual({ code: 0, output: 'Everything adds up' })

  // A new shop on that machine is not the one that was backed up, so it does not know what was sold.
  await run('other', ['admin', 'create', 'ada', 'ada@example.com'])
  expect((await run('other', ['restore', file, '--force', '--yes'])).output).toContain(printed)
})

const canMakeTerminal = existsSync('/usr/bin/script') && process.platform === 'linux'

test.skipIf(!canMakeTerminal)('Ctrl+C and Ctrl+D at the question of a restore are a no', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['migrate'])
  await run('shop', ['backup', file])
  const env = {
    ...process.env,
    NODE: process.execPath,
    MAIN: join(import.meta.dirname, 'main.ts'),
    FILE: file,
    DATA_DIR: join(folder, 'new'),
  }
  for (const key of ['\u0003', '\u0004']) {
    const terminal = spawn('/usr/bin/script', ['-qec', '"$NODE" "$MAIN" restore "$FILE"', '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const closed = once(terminal, 'close')
    let output = ''
    for await (const chunk of terminal.stdout) {
      const isAsked = output.includes('[y/N]')
      output += String(chunk)
      if (!isAsked && output.includes('[y/N]')) terminal.stdin.write(key)
    }
    expect((await closed)[0]).toBe(1)
    expect(output.replaceAll('\r', '')).toMatch(/\[y\/N\] [^\n]*\nNothing was changed\. [^\n]*\n$/)
  }
})

test('a decision to send or drop a message that is not held is refused', async () => {
  await run('shop', ['migrate'])
  const refused = (output: string) => ({ code: 1, output })
  for (const decision of ['send', 'drop']) {
    expect(await run('shop', ['restore-holds', decision, '5', '--yes'])).toEqual(refused('No message 5 is held'))
    expect(await run('shop', ['restore-holds', decision, 'all', '--yes'])).toEqual(refused('No messages are held'))
  }
})

test('where the database was lost, a restore works and every other command is refused', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['admin', 'create', 'ada', 'ada@example.com'])
  await run('shop', ['backup', file])
  await rm(join(folder, 'shop', 'keydesk.db'))
  const refused = { code: 1, output: expect.stringContaining('keydesk.db is missing or empty, but a shop has used this folder') }
  expect(await run('shop', ['migrate'])).toEqual(refused)
  expect(await run('shop', ['doctor'])).toEqual(refused)
  expect(existsSync(join(folder, 'shop', 'keydesk.db'))).toBe(false)
  expect((await run('shop', ['restore', file])).code).toBe(0)
  expect(await run('shop', ['doctor'])).toEqual({ code: 0, output: 'Everything adds up' })
})

test('a bucket that refuses ends a command with one line, which has its reason', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['migrate'])
  await run('shop', ['backup', file])
  const bucket = createServer((_request, response) =>
    response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>'),
  )
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void bucket.close())
  const place = {
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'hidden', AWS_REGION: 'us-east-1' },
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
  }
  for (const [name, value] of Object.entries(place)) vi.stubEnv(name, value)
  expect(await run('new', ['restore', file], { MEDIA_URL: 's3://media' })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The media storage is not available right now\. .*\(S3 returned 403 – AccessDenied\)$/),
  })
})

test('a restore into a bucket stores each image with its own type', async () => {
  await run('shop', ['admin', 'create', 'ada', 'ada@example.com'])
  const logo = `${'a'.repeat(32)}-logo.png`
  await withDeps('shop', async ({ db, files }) => {
    await files.put(logo, new Uint8Array([1]), 'image/png')
    const texts = { name: '', reply_to: '', terms_url: '', privacy_url: '', books_zone: '' }
    await db
      .insertInto('shop')
      .values({ ...texts, logo_file: logo })
      .execute()
  })
  const file = join(folder, 'shop.backup')
  await run('shop', ['backup', file])

  const types: unknown[] = []
  const bucket = createServer((request, response) => {
    if (request.method === 'PUT') types.push([basename(request.url!), request.headers['content-type']])
    request.resume().on('end', () => response.end(request.method === 'GET' ? '<ListBucketResult></ListBucketResult>' : ''))
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  onTestFinished(() => void bucket.close())
  const place = {
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'hidden', AWS_REGION: 'us-east-1' },
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
  }
  for (const [name, value] of Object.entries(place)) vi.stubEnv(name, value)
  expect(await run('new', ['restore', file], { MEDIA_URL: 's3://media' })).toMatchObject({ code: 0 })
  expect(types).toEqual([[logo, 'image/png']])
})

test('a folder instead of a backup is refused in one line', async () => {
  expect(await run('new', ['restore', folder])).toEqual({ code: 1, output: `The file ${folder} cannot be read (EISDIR)` })
})

test('a restore that is refused in an empty folder leaves it empty, and one in a lost shop leaves its secret', async () => {
  const refused = { code: 1, output: expect.stringMatching(/cannot be read \(ENOENT\)$/) }
  expect(await run('new', ['restore', join(folder, 'shop.bakup')])).toEqual(refused)
  expect(await readdir(join(folder, 'new'))).toEqual([])
  expect(await run('new', ['migrate'])).toEqual({ code: 0, output: 'The database is up to date' })

  await rm(join(folder, 'new', 'keydesk.db'))
  expect(await run('new', ['restore', join(folder, 'shop.bakup')])).toEqual(refused)
  expect(await readdir(join(folder, 'new'))).toEqual(['secret'])
})

const unreadable = [
  [['--every', '0h'], '--every must be a time such as 30m, 6h or 1d, at most 20d'],
  [['--every', '6'], '--every must be a time such as 30m, 6h or 1d, at most 20d'],
  [['--every', '21d'], '--every must be a time such as 30m, 6h or 1d, at most 20d'],
  [['--every', '6h', '--keep', '0'], '--keep must be a number of backups, 1 or more'],
  [['--keep', '3'], '--keep needs --every'],
] as const

test('options of a scheduled backup that cannot be read are refused in one line', async () => {
  await run('shop', ['migrate'])
  for (const [options, output] of unreadable)
    expect(await run('shop', ['backup', folder, ...options]), options.join(' ')).toEqual({ code: 1, output })
})

test('where a restore was cut off before it was recorded, a file of sold keys is refused until it is restored again', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['admin', 'create', 'ada', 'ada@example.com'])
  await run('shop', ['backup', file])
  const sold = /^(\S+) has 0 keys/m.exec((await run('shop', ['doctor', '--since', '2026-01-01T00:00:00Z'])).output)![1]!
  await run('new', ['restore', file])
  // The state right after its rows were committed.
  await withDeps('new', ({ db }) => db.deleteFrom('activity').where('action', '=', 'shop.restored').execute())
  expect(await run('new', ['restore-holds', 'sold-keys', sold, '--yes'])).toEqual({
    code: 1,
    output: 'Activity has no restore that came to its end. If one was cut off, restore again with --force.',
  })
  expect(await run('new', ['restore', file, '--force'])).toMatchObject({ code: 0 })
  expect(await run('new', ['restore-holds', 'sold-keys', sold, '--yes'])).toMatchObject({ code: 0 })
})

/** Leaves the database as a newer Keydesk would. */
async function migrateFurther(dataDir: string): Promise<void> {
  await withDeps(dataDir, async ({ db }) => {
    await db.schema.createTable('toy').addColumn('id', 'integer').execute()
    await db.schema.alterTable('product').addColumn('colour', 'text').execute()
    const row = { name: '9999-of-tomorrow', timestamp: '2090-01-01T00:00:00.000Z' }
    await db
      .insertInto('kysely_migration' as never)
      .values(row)
      .execute()
  })
}

async function withDeps<T>(dataDir: string, work: (deps: Deps) => Promise<T>): Promise<T> {
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: join(folder, dataDir), LOG_LEVEL: 'silent' }))
  try {
    return await work(deps)
  } finally {
    await close()
  }
}

test('the database of a newer Keydesk is not backed up, which also ends regular backups, and a restore replaces it', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['migrate'])
  await run('shop', ['backup', file])
  await migrateFurther('shop')
  const newer = { code: 3, output: expect.stringMatching(/The database was changed by a newer Keydesk \(9999-of-tomorrow\)/) }
  expect(await run('shop', ['backup', join(folder, 'second.backup')])).toEqual(newer)
  await mkdir(join(folder, 'regular'))
  expect(await run('shop', ['backup', join(folder, 'regular'), '--every', '1h'])).toEqual(newer)
  expect((await readdir(folder)).toSorted()).toEqual(['regular', 'shop', 'shop.backup'])
  expect(await readdir(join(folder, 'regular'))).toEqual([])

  expect(await run('shop', ['restore', file, '--force', '--yes'])).toMatchObject({ code: 0 })
  expect(await run('shop', ['doctor'])).toEqual({ code: 0, output: 'Everything adds up' })
  const tables = await withDeps('shop', ({ db }) => db.introspection.getTables())
  expect(tables.map(({ name }) => name)).not.toContain('toy')
})

test('a member who was disabled since the backup stays disabled, but not all owners, and nobody of another shop', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['admin', 'create', 'ann', 'ann@example.com'])
  await run('shop', ['backup', file])
  await run('shop', ['admin', 'create', 'bob', 'bob@example.com'])
  await run('shop', ['admin', 'disable', 'ann'])
  const warned = await run('shop', ['restore', file, '--force', '--nothing-since'])
  expect(warned).toMatchObject({
    code: 1,
    output: expect.stringContaining('ann was disabled since the backup, and would be enabled again'),
  })
  expect(await run('shop', ['restore', file, '--force', '--nothing-since', '--yes'])).toMatchObject({ code: 0 })
  expect(await disabledOf('shop')).toEqual([])

  await run('shop', ['admin', 'create', 'bob', 'bob@example.com'])
  await run('shop', ['backup', file, '--force'])
  await run('shop', ['admin', 'disable', 'ann'])
  const printed = await run('shop', ['restore', file, '--force', '--nothing-since'])
  expect(printed).toMatchObject({ code: 0, output: expect.stringContaining('ann stays disabled.') })
  expect(await disabledOf('shop')).toEqual(['ann'])

  await run('shop', ['admin', 'create', 'zoe', 'zoe@example.com'])
  await run('shop', ['admin', 'disable', 'bob'])
  expect(await run('shop', ['restore', file, '--force', '--nothing-since', '--yes'])).toMatchObject({ code: 0 })
  expect(await disabledOf('shop')).toEqual([])

  await run('other', ['admin', 'create', 'eve', 'eve@example.com'])
  await run('other', ['admin', 'create', 'ann', 'ann@other.example'])
  await run('other', ['admin', 'disable', 'ann'])
  expect(await run('other', ['restore', file, '--force', '--yes'])).toMatchObject({ code: 0 })
  expect(await disabledOf('other')).toEqual([])
})

const disabledOf = (dataDir: string) =>
  withDeps(dataDir, async ({ db }) => {
    const rows = await db.selectFrom('app_user').select('username').where('disabled_at', 'is not', null).execute()
    return rows.map(({ username }) => username)
  })
