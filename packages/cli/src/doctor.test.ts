import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
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
    {
      print: (text) => void output.push(text),
      fail: (text) => void output.push(text),
      readPassword: async () => '',
      progress: () => () => undefined,
    },
  )
  return { code, output: output.join('\n') }
}

test('the doctor says that everything adds up, or what does not', async () => {
  await run('migrate')
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

test('a moment without a zone is refused, and the file of sold keys is there only when it is whole', async () => {
  await run('migrate')
  const refused = { code: 1, output: '2026-11-21T08:30:00 is no moment; write it as 2026-11-21T08:30:00Z' }
  expect(await run('doctor', '--since', '2026-11-21T08:30:00')).toEqual(refused)
  expect(await run('doctor', '--since', '2026-02-30T08:30:00Z')).toEqual({
    ...refused,
    output: refused.output.replace('2026-11-21T08:30:00 ', '2026-02-30T08:30:00Z '),
  })
  expect(await run('doctor', '--since', '2026-11-21T08:30:00+02:00')).toMatchObject({ code: 0 })
  const written = (await readdir(folder)).filter((name) => name.startsWith('sold-since'))
  expect(written).toEqual(['sold-since-2026-11-21T06-30-00.000Z.txt'])

  const other = join(folder, `${written[0]}.partial`)
  await writeFile(other, 'of a run that is under way')
  expect(await run('doctor', '--since', '2026-11-21T06:30:00Z')).toMatchObject({ code: 0 })
  expect(await readFile(other, 'utf8')).toBe('of a run that is under way')
})
