import { examine } from '@keydesk/server'
import type { Command } from './command.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'Recount stock, orders, coupons, referrals and statistics from their rows; ends with 1 if something does not add up',
  words: 0,
  run: async ({ deps, console }) => {
    const findings = await examine(deps)
    if (findings.length === 0) console.print('Everything adds up')
    for (const { book, sentence } of findings) console.print(`${book}: ${sentence}`)
    return findings.length === 0 ? 0 : 1
  },
}
