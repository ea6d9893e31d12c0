import { roles, type Role } from '@keydesk/contract'
import { system } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import { startSession } from '../../modules/auth/sessions.service.ts'
import { createAdministrator } from '../../modules/users/users.service.ts'
import type { TestApp } from '../../testing.ts'

/** A member with a role, named after it, with the token of a session. */
export async function addMember(app: TestApp, role: Role, username = `the-${role}`): Promise<{ id: number; token: string }> {
  const person = { username, email: `${username}@team.example`, password: 'a good password', role }
  const id = await createAdministrator(app.deps, system, person)
  return { id, token: await startSessionOf(app, id) }
}

/** The token of a new session. */
export const startSessionOf = ({ deps }: TestApp, id: number): Promise<string> =>
  transact(deps.db, (tx) => startSession(tx, deps, { id, role: 'owner' }))

export type Team = Readonly<Record<Role, { readonly id: number; readonly token: string }>>

/** One member of each role. */
export async function addTeam(app: TestApp): Promise<Team> {
  const members: Partial<Record<Role, { id: number; token: string }>> = {}
  for (const role of roles) members[role] = await addMember(app, role)
  return members as Team
}
