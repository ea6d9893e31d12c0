import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createStoreUser, openDeps, readConfig, system, transact } from '@keydesk/server'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { adminCommands } from './admin.ts'
import { apiKeyCommands } from './api-key.ts'
import { keydesk } from './keydesk.ts'

const main = join(import.meta.dirname, 'main.ts')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keydesk-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function run(line: string | string[], { password = '', env = {} }: { password?: string; env?: Record<string, string> } = {}) {
  const output: string[] = []
  const args = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line
  const code = await keydesk(
    args,
    { DATA_DIR: folder, ...env },
    {
      print: (text) => void output.push(text),
      fail: (text) => void output.push(text),
      readPassword: async () => password,
      progress: () => () => undefined,
    },
  )
  return { code, output: output.join('\n') }
}

test('a member is created with a password that is shown once', async () => {
  const { code, output } = await run('admin create ada ada@example.com')
  expect(code).toBe(0)
  expect(output).toMatch(/Member ada created\nPassword: \S{16}\nIt is shown only now\./)
})

test('a member whose email a user of the storefront has is created, and keeps what that user earned', async () => {
  const variables = { DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const { deps, close } = await openDeps(readConfig(variables))
  await run('migrate')
  const customer = await transact(deps.db, (tx) => createStoreUser(tx, deps, system, { username: 'shopper', email: 'Ada@example.com' }))
  await transact(deps.db, (tx) => createStoreUser(tx, deps, system, { username: 'bob', email: 'bob@example.com' }))
  expect(await run('admin create bob ada@example.com')).toEqual({ code: 1, output: 'This username is already in use' })
  const { code, output } = await run('admin create ada ada@example.com --password-stdin', { password: 'a long enough password' })
  expect(code).toBe(0)
  expect(output).toMatch(/^Member ada created\nThe storefront's user with the email ada@example.com is this member now/)
  const row = await deps.db.selectFrom('app_user').selectAll().where('id', '=', customer.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ username: 'ada', role: 'owner', referral_code: customer.referral_code })
  expect(await run('admin create eve ADA@example.com')).toEqual({ code: 1, output: 'This email is already in use' })
  expect((await run('admin set-email ada ada@shop.example')).output).toBe(
    'ada now has the email ada@shop.example\nThe storefront finds the referral account of ada by the email. Give it the new email, too: otherwise it may make another account.',
  )
  await close()
})

test('a password from standard input is never shown, and is stored as a hash at its full cost', async () => {
  const { code, output } = await run('admin create ada ada@example.com --password-stdin', { password: 'a long enough password' })
  expect(code).toBe(0)
  expect(output).toBe('Member ada created')
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const { password_hash } = await deps.db.selectFrom('app_user').select('password_hash').executeTakeFirstOrThrow()
  await close()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a short password, a taken name and an unknown person are refused in one line', async () => {
  expect(await run('admin create ada ada@example.com --password-stdin', { password: 'short' })).toEqual({
    code: 1,
    output: 'The password must have at least 10 characters',
  })
  await run('admin create ada ada@example.com')
  expect(await run('admin create ADA other@example.com')).toEqual({ code: 1, output: 'This username is already in use' })
  expect(await run('admin reset-password nobody')).toEqual({ code: 1, output: 'User not found' })
})

test('a member whose email is none is refused in one line', async () => {
  for (const [email, output] of noEmails) expect(await run(`admin create ada ${email}`), email).toEqual({ code: 1, output })
  expect((await run('admin create ada ada@example.com')).code).toBe(0)
})

const noEmails = [
  ['ada', 'Email must be an email address'],
  ['ada@', 'Email must be an email address'],
  ['@example.com', 'Email must be an email address'],
  ['ada@example', 'Email must be an email address'],
  ['ada@exa\u0000mple.com', 'Email must be an email address'],
  [`${'a'.repeat(320)}@example.com`, 'Email is too long'],
] as const

test('resetting a password makes a new one', async () => {
  await run('admin create ada ada@example.com')
  const { code, output } = await run('admin reset-password Ada@Example.com')
  expect(code).toBe(0)
  expect(output).toMatch(/^Password of Ada@Example.com changed; every session was ended\nPassword: \S{16}\n/)
})

test('a reset turns two-factor sign-in off if the second factor is lost, and only if asked to', async () => {
  await run('admin create ada ada@example.com')
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const on = { user_id: 1, secret: 'sealed', enabled_at: '2030-01-01T00:00:00.000Z', last_step: 0 }
  await deps.db.insertInto('two_factor').values(on).execute()
  expect((await run('admin reset-password ada')).output).toContain('\nTwo-factor sign-in stays on')
  expect(await deps.db.selectFrom('two_factor').selectAll().execute()).toHaveLength(1)
  const { code, output } = await run('admin reset-password ada --disable-two-factor')
  expect(code).toBe(0)
  expect(output).toMatch(/^Password of ada changed; every session was ended\nTwo-factor sign-in was turned off\nPassword: \S{16}\n/)
  expect(await deps.db.selectFrom('two_factor').selectAll().execute()).toEqual([])
  expect((await run('admin reset-password ada --disable-two-factor')).output).not.toContain('wo-factor')
  await close()
})

test('roles are given, and members disabled, but never the last owner', async () => {
  const lastOwner = { code: 1, output: 'The last owner cannot be disabled or given another role' }
  await run('admin create ada ada@example.com')
  const made = await run('admin create sue sue@example.com --role Support')
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^Member sue created with the role Support\n/) })
  expect(await run('admin create bob bob@example.com --role boss')).toEqual({
    code: 1,
    output: 'There is no role boss; there are owner, manager, stock, support, marketing',
  })
  expect(await run('admin set-role ada manager')).toEqual(lastOwner)
  expect(await run('admin disable Ada@example.com')).toEqual(lastOwner)
  expect(await run('admin set-role SUE owner')).toEqual({ code: 0, output: 'SUE now has the role Owner' })
  expect(await run('admin disable ada')).toEqual({ code: 0, output: 'ada is disabled; every session was ended' })
  expect(await run('admin enable ada')).toEqual({ code: 0, output: 'ada is enabled' })
  expect(await run('admin disable nobody')).toEqual({ code: 1, output: 'Member not found' })
})

test('a member gets another email, unless somebody has it', async () => {
  await run('admin create ada admin@example.com')
  await run('admin create sue sue@example.com')
  expect(await run('admin set-email ADA ada@shop.example')).toEqual({ code: 0, output: 'ADA now has the email ada@shop.example' })
  expect(await run('admin set-role admin@example.com owner')).toEqual({ code: 1, output: 'Member not found' })
  expect((await run('admin set-role ada@shop.example owner')).code).toBe(0)
  expect(await run('admin set-email ada Sue@example.com')).toEqual({ code: 1, output: 'This email is already in use' })
  expect(await run('admin set-email ada ada@shop')).toEqual({ code: 1, output: 'Email must be an email address' })
  expect(await run('admin set-email nobody ada@example.com')).toEqual({ code: 1, output: 'Member not found' })
})

test('an API key is shown once, listed by its first characters, and revoked', async () => {
  const made = await run('api-key create storefront')
  const key = /kd_[\w-]{43}/.exec(made.output)?.[0]
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('It is shown only now') })

  const listed = await run('api-key list')
  expect(listed.output).toContain(`1\tstorefront\t${key?.slice(0, 7)}…`)
  expect(listed.output).toContain('active')
  expect(listed.output).not.toContain(key)
  expect((await readFile(join(folder, 'keydesk.db'))).includes(key ?? '')).toBe(false)

  expect(await run('api-key revoke 1')).toEqual({ code: 0, output: 'API key 1 revoked' })
  expect((await run('api-key list')).output).toContain('revoked 2')
  expect(await run('api-key revoke 1')).toEqual({ code: 1, output: 'API key not found' })
  expect((await run('api-key revoke one')).code).toBe(1)
})

test('disabling somebody names the API keys whose secret they made and that still works', async () => {
  await run('admin create ada ada@example.com')
  await run('admin create sue sue@example.com')
  for (const name of ['website', 'kiosk', 'other', 'expired', 'rotated']) await run(`api-key create ${name}`)
  await run('api-key revoke 2')
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  await deps.db.updateTable('api_key').set({ created_by: 2 }).where('name', '<>', 'other').execute()
  await deps.db.updateTable('api_key').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('name', '=', 'expired').execute()
  await close()
  // Somebody else rotates it, and the secret that Sue made works for a day.
  await run('api-key rotate 5 --overlap 24')
  const made = (key: string) => `API key ${key} was made by sue and goes on working; see: api-key rotate, api-key revoke`
  expect((await run('admin disable sue')).output.split('\n')).toEqual([
    'sue is disabled; every session was ended',
    made('1 (website)'),
    made('5 (rotated)'),
  ])
})

test("an API key ends by the database's clock, not by that of this machine", async () => {
  await run('admin create ada ada@example.com')
  await run('admin create sue sue@example.com')
  await run('api-key create website --expires 2099-12-31')
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const { deps, close } = await openDeps(config)
  await deps.db.updateTable('api_key').set({ created_by: 2 }).execute()
  const later = { ...deps, now: () => new Date('2100-01-01T00:00:00Z') }
  const output: string[] = []
  const console = {
    print: (line: string) => void output.push(line),
    fail: (line: string) => void output.push(line),
    readPassword: async () => '',
    progress: () => () => undefined,
  }
  const options = { passwordStdin: false, disableTwoFactor: false, force: false, yes: false, nothingSince: false }
  for (const [name, words] of [
    ['api-key list', []],
    ['admin disable', ['sue']],
  ] as const) {
    const command = [...adminCommands, ...apiKeyCommands].find((one) => one.name === name)!
    await command.run({ deps: later, config, databaseFile: null, words, options, console })
  }
  await close()
  expect(output).toEqual([expect.stringMatching(/\texpired$/), 'sue is disabled; every session was ended'])
})

test('revoking an API key says how many of its orders are pending', async () => {
  await run('api-key create website')
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const at = new Date().toISOString()
  const sums = { subtotal_cents: 0, coupon_discount_cents: 0, referral_discount_cents: 0, total_cents: 0 }
  const order = { customer_email: 'ann@example.com', customer_key: 'ann@example.com', status: 'pending' as const, ...sums }
  await deps.db
    .insertInto('orders')
    .values({ ...order, created_at: at, reserved_until: '2099-01-01', api_key_id: 1 })
    .execute()
  await close()
  expect((await run('api-key revoke 1')).output).toBe(
    'API key 1 revoked\nPending orders of it: 1. They can be completed only by hand, in the back office; api-key rotate would have kept them within reach.',
  )
})

test('a rotated API key is shown once, and says until when the old one works', async () => {
  const old = /kd_[\w-]{43}/.exec((await run('api-key create storefront')).output)?.[0]
  const { code, output } = await run('api-key rotate 1 --overlap 24')
  expect(code).toBe(0)
  expect(output).toMatch(/^API key 1: kd_[\w-]{43}\nIt is shown only now\. The old one works until \d{4}-\d\d-\d\dT[\d:.]+Z\.$/)
  expect(output).not.toContain(old)
  expect((await run('api-key rotate 1')).output).toMatch(/\nIt is shown only now\. The old one has ended\.$/)
  expect((await run('api-key list')).output).toContain('\t0 orders, 0 pending\t')
  const refused = { code: 1, output: 'Overlap must be a whole number of hours from 0 to 72' }
  for (const hours of ['73', 'soon', '-1', '1.5']) expect(await run(`api-key rotate 1 --overlap=${hours}`)).toEqual(refused)
  expect(await run('api-key rotate 2')).toEqual({ code: 1, output: 'API key not found' })
  expect((await run('api-key rotate one')).code).toBe(1)
})

test('an API key has the scopes and the expiry that are named, and the list says so', async () => {
  expect((await run('api-key create everything')).code).toBe(0)
  expect((await run('api-key create prices --scopes catalogue:read,users:write --expires 2099-12-31')).code).toBe(0)
  const [all, some] = (await run('api-key list')).output.split('\n')
  expect(all).toContain('\tcatalogue:read,orders:write,users:write\t')
  expect(all).toContain('\tdoes not expire\tnever used\tactive')
  expect(some).toContain('\tcatalogue:read,users:write\t')
  expect(some).toContain('\texpires 2099-12-31T00:00:00.000Z\tnever used\tactive')
  await run('api-key rotate 2')
  expect((await run('api-key list')).output).toContain('\texpires 2099-12-31T00:00:00.000Z\t')
  await run('api-key rotate 2 --expires 2098-01-01')
  expect((await run('api-key list')).output).toContain('\texpires 2098-01-01T00:00:00.000Z\t')
  await run('api-key rotate 2 --expires never')
  expect((await run('api-key list')).output.split('\n')[1]).toContain('\tdoes not expire\t')
  expect(await run('api-key create x --scopes everything')).toEqual({
    code: 1,
    output: 'There is no scope everything; there are catalogue:read, orders:write, users:write',
  })
  expect(await run('api-key create x --expires 2001-01-01')).toEqual({ code: 1, output: 'The expiry must be in the future' })
  expect((await run('api-key create x --expires soon')).output).toContain('The expiry must be a date such as 2030-12-31')
})

test('every member and API key that is made leaves an activity row', async () => {
  await run('admin create ada ada@example.com')
  await run('api-key create storefront')
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const rows = await deps.db.selectFrom('activity').select(['action', 'actor_kind']).orderBy('id').execute()
  await close()
  expect(rows).toEqual([
    { action: 'administrator.created', actor_kind: 'system' },
    { action: 'api_key.created', actor_kind: 'system' },
  ])
})

test('migrating twice is migrating once', async () => {
  expect(await run('migrate')).toEqual({ code: 0, output: 'The database is up to date' })
  expect(await run('migrate')).toEqual({ code: 0, output: 'The database is up to date' })
})

test('the generated secret is readable by its owner alone', async () => {
  await run('migrate')
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

test('what is not understood shows the help and ends with 2', async () => {
  for (const line of ['fly', 'admin create ada', 'api-key revoke', '--yes']) {
    const { code, output } = await run(line)
    expect(code, line).toBe(2)
    expect(output, line).toMatch(/\bkeydesk (COMMAND|\w)/)
  }
  expect(await run('')).toMatchObject({ code: 0, output: expect.stringContaining('admin reset-password USERNAME_OR_EMAIL') })
})

test.each([
  ['api-key revoke 1 --overlap 24', 'api-key revoke has no option --overlap'],
  ['api-key rotate 1 --force', 'api-key rotate has no option --force'],
  ['migrate --yes', 'migrate has no option --yes'],
  ['restore shop.backup --every 6h', 'restore has no option --every'],
  ['restore shop.backup --forse', "Unknown option '--forse'; see: keydesk --help"],
  ['--no-such-option', "Unknown option '--no-such-option'; see: keydesk --help"],
  ['admin create ada ada@example.com --role', "Option '--role <value>' argument missing; see: keydesk --help"],
])('an option that a command does not have is named in one line: %s', async (line, output) => {
  expect(await run(line)).toEqual({ code: 2, output })
  // Refused before anything is opened.
  expect(await readdir(folder)).toEqual([])
})

test.each<[string, string[]]>([
  ['USERNAME', ['admin', 'create', '', 'ada@example.com']],
  ['USERNAME', ['admin', 'create', ' \t', 'ada@example.com']],
  ['EMAIL', ['admin', 'create', 'ada', '']],
  ['USERNAME_OR_EMAIL', ['admin', 'reset-password', ' ']],
  ['ROLE', ['admin', 'set-role', 'ada', '']],
  ['--role', ['admin', 'create', 'ada', 'ada@example.com', '--role', '']],
  ['NAME', ['api-key', 'create', '']],
  ['--scopes', ['api-key', 'create', 'storefront', '--scopes', '']],
  ['--expires', ['api-key', 'create', 'storefront', '--expires', ' ']],
  ['ID', ['api-key', 'rotate', '']],
  ['--overlap', ['api-key', 'rotate', '1', '--overlap', '']],
  ['ID', ['api-key', 'revoke', '']],
  ['FILE', ['backup', '']],
  ['FILE', ['restore', ' ', '--force', '--yes']],
])('a blank %s is refused in words: %j', async (what, args) => {
  expect(await run(args)).toEqual({ code: 2, output: `${what} must not be blank` })
  // Refused before anything is opened.
  expect(await readdir(folder)).toEqual([])
})

test('a blank password is refused in words', async () => {
  const password = ' '.repeat(20)
  expect(await run('admin create ada ada@example.com --password-stdin', { password })).toEqual({
    code: 1,
    output: 'The password must not be blank',
  })
})

test('the first word of a command alone is answered with the commands that begin with it', async () => {
  expect(await run('api-key')).toEqual({
    code: 2,
    output: expect.stringMatching(
      /^api-key needs one of: create, list, rotate, revoke\n {2}api-key create NAME .*\n {2}api-key list .*\n {2}api-key rotate ID .*\n {2}api-key revoke ID .*$/,
    ),
  })
  expect((await run('admin fly')).output).toMatch(/^admin needs one of: create, reset-password, set-role, set-email, disable, enable\n/)
})

test('a setting that cannot be used is named in one line', async () => {
  expect(await run('migrate', { env: { PORT: 'eighty' } })).toEqual({ code: 1, output: 'PORT must be a port from 0 to 65535' })
  expect(await run('migrate', { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none', APP_SECRET: 'x'.repeat(32) } })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)\. Check DATABASE_URL\.$/),
  })
})

test('a command that cannot write because another program does says so in one line', async () => {
  await run('api-key create website')
  // The wait for the file ends by this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  let ended: Awaited<ReturnType<typeof run>> | undefined
  const later = () => {
    vi.advanceTimersByTime(5_000)
    return ended
  }
  await transact(deps.db, async () => {
    void run('api-key revoke 1').then((result) => (ended = result))
    const output = `Another program is writing to ${join(folder, 'keydesk.db')} (SQLITE_BUSY). Try again when it has finished.`
    await expect.poll(later).toEqual({ code: 1, output })
  })
  await close()
  expect(await run('api-key revoke 1')).toEqual({ code: 0, output: 'API key 1 revoked' })
})

test('a command that cannot write because the disk fails says so in one line', async () => {
  await run('api-key create website')
  // No file may grow beyond a few hundred bytes. SQLite takes that for a disk that fails.
  const limited = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, main, 'api-key', 'revoke', '1']
  const revoked = promisify(execFile)('sh', limited, { env: { ...process.env, DATA_DIR: folder } })
  const line = /^The disk of (\S+) cannot be read or written \(SQLITE_IOERR_\w+\)\. Check the disk, and try again\.\n$/
  await expect(revoked).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(line) })
  expect(await run('api-key revoke 1')).toEqual({ code: 0, output: 'API key 1 revoked' })
})

test('--help after a command describes it, and does not run it', async () => {
  expect(await run('migrate --help')).toEqual({ code: 0, output: '  migrate   Bring the database up to date' })
  expect(await run('admin create -h')).toMatchObject({ code: 0, output: expect.stringMatching(/^ {2}admin create USERNAME/) })
  expect(await run('serve --help')).toMatchObject({ code: 0, output: expect.stringMatching(/^ {2}serve \[--new-shop\] /) })
  expect(await readdir(folder)).toEqual([])
})

test('a file is relative to the folder of the caller, which the command line need not be able to enter', async () => {
  await run('migrate')
  const env = { ...process.env, DATA_DIR: folder, INIT_CWD: join(folder, 'private') }
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'backup', '../here.backup'], { env })
  expect(stdout).toContain(`${join(folder, 'here.backup')} holds `)
})

test('a reader that closes the pipe does not end the command', async () => {
  const child = spawn(process.execPath, [main, 'migrate'], { env: { ...process.env, DATA_DIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [errors, [code]] = await Promise.all([readText(child.stderr), once(child, 'exit')])
  expect({ errors, code }).toEqual({ errors: '', code: 0 })
})

test('a .env file that cannot be read ends a command with one line', async () => {
  // Stands for a file of another account: this test may run as root, which reads every file.
  await mkdir(join(folder, '.env'))
  const child = spawn(process.execPath, [main, 'migrate'], { cwd: folder, env: { ...process.env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const [errors, [code]] = await Promise.all([readText(child.stderr), once(child, 'exit')])
  const line = `${join(folder, '.env')} cannot be read. Run Keydesk as an account that may read it, such as that of the service.\n`
  expect({ errors, code }).toEqual({ errors: line, code: 1 })
})
