import { calls, may, roles, type Permission, type Role } from '@keydesk/contract'
import { seeded } from '@keydesk/server/testing'
import { afterEach, expect, test } from 'vitest'
import { record, rounds, seed } from './soak.ts'
import { coupon, dataOf, openWorld, unique, type Call } from './world.ts'

/** A role is granted and revoked while its holder works, on one process with SQLite and on two with PostgreSQL. */

const changes = 5 + rounds * 5
const callers = 6
const callsEach = 4
const password = 'a good password'
const disabled = 'disabled'

/** What the member is. `from` is the request of the change, `until` the answer to the next change. */
interface Spell {
  readonly is: Role | typeof disabled
  readonly from: number
  until: number
}

interface Session {
  readonly call: Call
  /** When the disabling that ends the session was requested, and when it was answered. */
  endAsked: number
  endAnswered: number
}

const reads = Object.values(calls)
  .flatMap((group) => Object.values(group))
  .filter(({ method, path, access }) => method === 'GET' && !path.includes(':') && access.includes(':'))

let stop: (() => Promise<void>) | undefined
afterEach(async () => stop?.())

test(
  `a role that changes ${changes} times under its holder's calls counts from the next call, on every server`,
  { timeout: 120_000 + changes * 5_000 },
  async () => {
    const world = await openWorld(2)
    stop = world.stop
    const random = seeded(seed)
    const nobody = world.as('')
    const newSession = ({ token }: { readonly token: string }): Session => ({
      ...{ call: world.as(token), endAsked: Infinity, endAnswered: Infinity },
    })
    const username = unique('member')
    const email = `${username}@example.com`
    const { url } = dataOf(await world.admin('POST', '/admin/team/invitations', { role: 'stock', email })) as { url: string }
    const token = url.split('#invitation=')[1]
    const joined = await nobody('POST', '/auth/accept-invitation', { token, username, email, password })
    const member = dataOf(joined) as { token: string; user: { id: number } }
    const spells: Spell[] = [{ is: 'stock', from: 0, until: Infinity }]
    let session = newSession(member)
    const counts = { made: 0, answered: 0, refused: 0 }

    const change = async (next: Spell['is']): Promise<void> => {
      const now = spells.at(-1)!
      const asked = performance.now()
      spells.push({ is: next, from: asked, until: Infinity })
      if (next === disabled) session.endAsked = asked
      dataOf(
        await world.admin('PUT', `/admin/team/${member.user.id}`, next === disabled ? { disabled: true } : { role: next, disabled: false }),
      )
      now.until = performance.now()
      if (next === disabled) session.endAnswered = now.until
      else if (session.endAsked < Infinity)
        session = newSession(dataOf(await nobody('POST', '/auth/password-login', { identity: username, password })) as { token: string })
    }

    /** Makes one call, and checks that its answer fits what the member was at some moment of the call. */
    const work = async (): Promise<void> => {
      const used = session
      const isWrite = random.chance(1 / 6)
      const { method, path, access } = isWrite ? calls['coupons']!['create']! : random.pick(reads)
      const asked = performance.now()
      const { status, body } = await used.call(method, path, isWrite ? { ...coupon, code: unique('C') } : undefined)
      const answered = performance.now()
      const possible = spells.filter(({ from, until }) => from <= answered && until >= asked).map(({ is }) => is)
      const isLetIn = status !== 403
      const isRight =
        status === 401
          ? used.endAsked <= answered
          : used.endAnswered >= asked && possible.some((is) => is !== disabled && may(is, access as Permission) === isLetIn)
      expect(isRight, `KEYDESK_SEED=${seed}: ${method} ${path} as ${possible.join(' or ')}: ${status} ${body.code}`).toBe(true)
      if (isWrite && status === 200) counts.made += 1
      counts[status === 401 || status === 403 ? 'refused' : 'answered'] += 1
    }
    const workOn = async (): Promise<void> => {
      for (let i = 0; i < callsEach; i += 1) await work()
    }

    for (let i = 0; i < changes; i += 1) {
      const next = random.pick([...roles, disabled].filter((is) => is !== spells.at(-1)!.is))
      await Promise.all([change(next as Spell['is']), ...Array.from({ length: callers }, workOn)])
    }

    // Refused calls changed nothing.
    expect(dataOf(await world.admin('GET', '/admin/coupons'))).toHaveLength(counts.made)
    expect(Math.min(counts.refused, counts.answered)).toBeGreaterThan(changes)
    await world.expectBooksToBalance(`KEYDESK_SEED=${seed}`)
    record('roles given and taken', { changes, ...counts })
  },
)
