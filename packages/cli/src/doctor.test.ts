import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProduct, openDeps, readConfig, system } from '@keydesk/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keydesk } from './keydesk.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keydesk-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function run(...args: string[]) {
  const output: string[] = []
  const code = await keydesk(
    args,
    { DATA_DIR: folder },
    { print: (text) => void output.push(text), readPassword: async () => '', progress: () => () => undefined },
  )
  return { code, output: output.join('\n') }
}

test('the doctor says that everything adds up, or what does not', async () => {
  expect(await run('doctor')).toEqual({ code: 0, output: 'Everything adds up' })

  const { deps, close } = await openDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  await createProduct(deps, system, { name: 'Aim', description: '', variants: [{ name: 'Month', price: 1, keys: ['SECRET-KEY'] }] })
  await deps.db.updateTable('variant').set({ stock: 5 }).execute()
  await close()
  expect(await run('doctor')).toEqual({ code: 1, output: 'stock: Variant 1 says that 5 keys are in stock, but 1 are available.' })
})

test('the help names the doctor', async () => {
  expect((await run()).output).toMatch(/^ {2}doctor \[--since MOMENT\] +Recount/m)
})
