import { randomBytes } from 'node:crypto'
import { hasWorkingSecret, isRole, roleNames, roles, type Role } from '@keydesk/contract'
import { addAdministrator, AppError, changeMember, listApiKeys, requireMemberId, resetPassword, setEmail, system } from '@keydesk/server'
import type { Command, Console, Context, Options } from './command.ts'

const password = '[--password-stdin]'

export const adminCommands: Command[] = [
  {
    name: 'admin create',
    usage: `USERNAME EMAIL [--role ROLE] ${password}`,
    summary: 'Add an owner, or a member with another role; without --password-stdin a password is made and shown once',
    words: 2,
    makesShop: true,
    run: async ({ deps, words: [username = '', email = ''], options, console }) => {
      const role = options.role === undefined ? 'owner' : readRole(options.role)
      const chosen = await choosePassword(options, console)
      const { wasCustomer } = await addAdministrator(deps, system, { username, email, role, password: chosen.password })
      console.print(`Member ${username} created${role === 'owner' ? '' : ` with the role ${roleNames[role]}`}`)
      if (wasCustomer)
        console.print(`The storefront's user with the email ${email} is this member now, and keeps the referral code and balance.`)
      for (const line of chosen.lines) console.print(line)
    },
  },
  {
    name: 'admin reset-password',
    usage: `USERNAME_OR_EMAIL ${password} [--disable-two-factor]`,
    summary: 'Set a new password and end every session of a member',
    words: 1,
    run: async ({ deps, words: [identity = ''], options, console }) => {
      const chosen = await choosePassword(options, console)
      const { twoFactor } = await resetPassword(deps, system, identity, chosen.password, options)
      console.print(`Password of ${identity} changed; every session was ended`)
      if (twoFactor === 'turned_off') console.print('Two-factor sign-in was turned off')
      if (twoFactor === 'on')
        console.print('Two-factor sign-in stays on. If the authenticator and the recovery codes are lost, add --disable-two-factor.')
      for (const line of chosen.lines) console.print(line)
    },
  },
  {
    name: 'admin set-role',
    usage: `USERNAME_OR_EMAIL ROLE`,
    summary: `Change what a member may do: ${roles.join(', ')}`,
    words: 2,
    run: async (context) => {
      const role = readRole(context.words[1] ?? '')
      await change(context, { role })
      context.console.print(`${context.words[0]} now has the role ${roleNames[role]}`)
    },
  },
  {
    name: 'admin set-email',
    usage: 'USERNAME_OR_EMAIL EMAIL',
    summary: 'Give a member another email; links for a new password end',
    words: 2,
    run: async ({ deps, words: [identity = '', email = ''], console }) => {
      const { isReferralUser } = await setEmail(deps, system, await requireMemberId(deps, identity), email)
      console.print(`${identity} now has the email ${email}`)
      if (isReferralUser)
        console.print(
          `The storefront finds the referral account of ${identity} by the email. Give it the new email, too: otherwise it may make another account.`,
        )
    },
  },
  {
    name: 'admin disable',
    usage: 'USERNAME_OR_EMAIL',
    summary: 'Keep a member from signing in, and end every session',
    words: 1,
    run: async (context) => {
      await change(context, { disabled: true })
      context.console.print(`${context.words[0]} is disabled; every session was ended`)
      const memberId = await requireMemberId(context.deps, context.words[0] ?? '')
      const made = (await listApiKeys(context.deps)).filter((key) => hasWorkingSecret(key, memberId, context.deps.now()))
      for (const { id, name } of made)
        context.console.print(
          `API key ${id} (${name}) was made by ${context.words[0]} and goes on working; see: api-key rotate, api-key revoke`,
        )
    },
  },
  {
    name: 'admin enable',
    usage: 'USERNAME_OR_EMAIL',
    summary: 'Let a disabled member sign in again',
    words: 1,
    run: async (context) => {
      await change(context, { disabled: false })
      context.console.print(`${context.words[0]} is enabled`)
    },
  },
]

async function change({ deps, words: [identity = ''] }: Context, what: Parameters<typeof changeMember>[3]): Promise<void> {
  await changeMember(deps, system, await requireMemberId(deps, identity), what)
}

function readRole(word: string): Role {
  const role = word.trim().toLowerCase()
  if (!isRole(role)) throw new AppError('invalid_input', `There is no role ${word}; there are ${roles.join(', ')}`)
  return role
}

/** A password on the command line would stay in the shell's history, so it comes from standard input or is generated. */
async function choosePassword({ passwordStdin }: Options, console: Console): Promise<{ password: string; lines: string[] }> {
  if (passwordStdin) return { password: await console.readPassword(), lines: [] }
  const generated = randomBytes(12).toString('base64url')
  return { password: generated, lines: [`Password: ${generated}`, 'It is shown only now.'] }
}
