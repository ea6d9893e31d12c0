import { randomBytes } from 'node:crypto'
import { addAdministrator, resetPassword, system } from '@keydesk/server'
import type { Command, Console, Options } from './command.ts'

const password = '[--password-stdin]'

export const adminCommands: Command[] = [
  {
    name: 'admin create',
    usage: `USERNAME EMAIL ${password}`,
    summary: 'Add an administrator; without --password-stdin a password is made and shown once',
    words: 2,
    run: async ({ deps, words: [username = '', email = ''], options, console }) => {
      const chosen = await choosePassword(options, console)
      const { wasCustomer } = await addAdministrator(deps, system, { username, email, password: chosen.password })
      console.say(`Administrator ${username} created`)
      if (wasCustomer)
        console.say(`The storefront's user with the email ${email} is this administrator now, and keeps the referral code and balance.`)
      for (const line of chosen.lines) console.say(line)
    },
  },
  {
    name: 'admin reset-password',
    usage: `USERNAME_OR_EMAIL ${password} [--disable-two-factor]`,
    summary: 'Set a new password and end every session of that administrator',
    words: 1,
    run: async ({ deps, words: [identity = ''], options, console }) => {
      const chosen = await choosePassword(options, console)
      const { twoFactor } = await resetPassword(deps, system, identity, chosen.password, options)
      console.say(`Password of ${identity} changed; every session was ended`)
      if (twoFactor === 'turned_off') console.say('Two-factor sign-in was turned off')
      if (twoFactor === 'on')
        console.say('Two-factor sign-in stays on. If the authenticator and the recovery codes are lost, add --disable-two-factor.')
      for (const line of chosen.lines) console.say(line)
    },
  },
]

/** A password on the command line would stay in the shell's history, so it comes from standard input or is made here. */
async function choosePassword({ passwordStdin }: Options, console: Console): Promise<{ password: string; lines: string[] }> {
  if (passwordStdin) return { password: await console.readPassword(), lines: [] }
  const made = randomBytes(12).toString('base64url')
  return { password: made, lines: [`Password: ${made}`, 'It is shown only now.'] }
}
