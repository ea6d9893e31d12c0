import { createAdministrator, createApiKey, system, type Actor, type Deps } from '@keydesk/server'

export interface People {
  readonly admin: Actor
  /** A manager who looks after the stock and the customers. */
  readonly colleague: Actor
  /** The API key of the shop. */
  readonly storefront: Actor
}

export const colleagueName = 'sofia'
export const colleagueEmail = `${colleagueName}@example.com`

/**
 * The people and the API key that do everything else.
 * @param deps with a clock before the first order
 * @param admin the colleague has the same password
 */
export async function fillPeople(deps: Deps, admin: { username: string; email: string; password: string }): Promise<People> {
  const colleague = { username: colleagueName, email: colleagueEmail, password: admin.password, role: 'manager' as const }
  const { id, name } = await createApiKey(deps, system, 'Demo storefront')
  return {
    admin: { kind: 'admin', id: await createAdministrator(deps, system, { ...admin, isEmailConfirmed: true }), name: admin.username },
    colleague: {
      kind: 'admin',
      id: await createAdministrator(deps, system, { ...colleague, isEmailConfirmed: true }),
      name: colleague.username,
    },
    storefront: { kind: 'store', id, name },
  }
}
