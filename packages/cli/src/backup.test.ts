import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keydesk } from './keydesk.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keydesk-cli-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function run(dataDir: string, args: string[], env: Record<string, string> = {}) {
  const output: string[] = []
  const code = await keydesk(
    args,
    { DATA_DIR: join(folder, dataDir), ...env },
    { print: (text) => void output.push(text), readPassword: async () => '', progress: () => () => undefined },
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

  // A folder has the name already.
  expect(await run('shop', ['backup', folder, '--force'])).toEqual({ code: 1, output: `The file ${folder} cannot be written (EISDIR)` })
  expect(await readdir(folder)).toEqual(['file', 'shop'])
  expect(existsSync(`${folder}.partial`)).toBe(false)
})

test('a restore says where the secret of the backed-up shop has to be', async () => {
  const file = join(folder, 'shop.backup')
  await run('shop', ['migrate'])
  await run('shop', ['backup', file])
  const secret = join(folder, 'new', 'secret')
  expect((await run('new', ['restore', file])).output).toContain(
    `\nBefore you start Keydesk: the secret in ${secret} must be that of the shop that was backed up. If it is not, copy the ` +
      "secret file of that shop there, or set APP_SECRET to its secret.\nWith another secret the bot's token and two-factor",
  )
  const { output } = await run('third', ['restore', file], { APP_SECRET: 'a'.repeat(32) })
  expect(output).toContain('\nBefore you start Keydesk: APP_SECRET must be that of the shop that was backed up.\n')
})
