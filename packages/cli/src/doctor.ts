import { join, resolve } from 'node:path'
import { amountOf, isDay } from '@keydesk/contract'
import { AppError, examine, findDamage, soldKeyLines, writePrivateFile } from '@keydesk/server'
import type { Command, Context } from './command.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--since MOMENT]',
  summary:
    'Recount stock, orders, coupons, referrals and statistics from their rows, and check that the secret opens what is sealed; ends with 1 if something is wrong. --since also writes a file of the keys sold since a backup, for restore-holds',
  words: 0,
  run: async (context) => {
    const { deps, databaseFile, options, console } = context
    const since = options.since === undefined ? undefined : readMoment(options.since)
    const damage = databaseFile === null ? null : findDamage(databaseFile, 'integrity_check')
    if (damage !== null) {
      console.print(
        `file: ${databaseFile} is damaged: ${damage}. Restore a backup; docs/operating.md, Broken and full disks, has the steps.`,
      )
      // What the damage hides would be missing in the file of sold keys, and be sold again.
      if (since !== undefined) console.print('The file of sold keys was not written: it could lack some.')
      return 1
    }
    const findings = await examine(deps)
    if (findings.length === 0) console.print('Everything adds up')
    for (const { area, sentence } of findings) console.print(`${area}: ${sentence}`)
    if (since !== undefined) await writeSoldKeys(context, since)
    return findings.length === 0 ? 0 : 1
  },
}

/** A text without a zone would be read in that of this machine, and hours of sold keys could be missed. */
function readMoment(word: string): Date {
  const at = new Date(word)
  const [day = ''] = word.split('T')
  if (Number.isNaN(at.getTime()) || !isDay(day) || !/T.*(Z|[+-]\d\d:\d\d)$/.test(word))
    throw new AppError('invalid_input', `${word} is no moment; write it as 2026-11-21T08:30:00Z`)
  return at
}

async function writeSoldKeys({ deps, config, console }: Context, since: Date): Promise<void> {
  const path = join(resolve(config.DATA_DIR), `sold-since-${since.toISOString().replaceAll(':', '-')}.txt`)
  let keys = -1
  async function* lines(): AsyncGenerator<string> {
    for await (const line of soldKeyLines(deps, since)) {
      yield `${line}\n`
      keys += 1
    }
  }
  // An earlier file is replaced. A key that is missing in it may be sold again.
  await writePrivateFile(path, lines())
  console.print(`${path} has ${amountOf(keys, 'key that was', 'keys that were')} sold since ${since.toISOString()} or in the hour before`)
}
