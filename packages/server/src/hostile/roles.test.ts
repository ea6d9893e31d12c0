import { may, permissionsOf, roles, viewAsHeader, type Endpoint, type ErrorBody, type Role } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../actor.ts'
import { changeMember } from '../modules/team/members.service.ts'
import { createTestApp, type TestApp } from '../testing.ts'
import { dataOf } from '../testing/shop/catalogue.ts'
import { makeStock, openShop } from '../testing/shop/shop.ts'
import { everyCall, everyFile } from '../testing/every-call.ts'
import { addMember, addTeam, startSessionOf, type Team } from '../testing/shop/members.ts'

/** Every call with every role: who has access, and that access is checked before anything else in the request. */

type Call = Pick<(typeof everyCall)[number], 'name' | 'endpoint'>

const endsOtherSessions = ({ name }: Call): boolean => name === 'sessions.endOthers'
// Last comes the call that ends the sessions of the other calls.
const guarded = [...everyCall, ...everyFile]
  .filter(({ endpoint: { access } }) => !['public', 'optional', 'store'].includes(access))
  .toSorted((one, other) => Number(endsOtherSessions(one)) - Number(endsOtherSessions(other)))

const isAllowed = (role: Role, { access }: Endpoint): boolean =>
  access === 'staff' || access === 'user' || may(role, access as Parameters<typeof may>[1])

interface Asked {
  readonly headers?: Record<string, string>
  readonly payload?: string
}

/** Uses ids that do not exist, and a body that is not JSON: the call has no effect, whoever makes it. */
function ask({ app }: TestApp, { name, endpoint: { method, path } }: Call, token: string, { headers, payload = '{not json' }: Asked = {}) {
  const hasBody = method === 'POST' || method === 'PUT'
  return app.inject({
    method,
    // Few roles may read all activity. The history of one thing is open to everyone who may read that thing.
    url: path.replaceAll(/:\w+/g, '999999') + (name === 'activity.list' ? '?subject_kind=product&subject_id=999999' : ''),
    headers: { authorization: token, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    payload: hasBody ? payload : undefined,
  })
}

/** A new session for a call that may end it. */
const tokenFor = async (app: TestApp, team: Team, role: Role, { access }: Endpoint): Promise<string> =>
  access === 'staff' || access === 'user' ? startSessionOf(app, team[role].id) : team[role].token

test('each call lets in the roles that have its permission, and refuses the others before it looks at anything', async () => {
  const app = await createTestApp()
  const team = await addTeam(app)
  const wrong: string[] = []
  for (const call of guarded) {
    for (const role of roles) {
      const answer = await ask(app, call, await tokenFor(app, team, role, call.endpoint))
      const { code } = answer.headers['content-type']?.toString().startsWith('application/json') ? answer.json<ErrorBody>() : { code: '' }
      const isRefused = answer.statusCode === 403 && code === 'forbidden'
      const isRight = isAllowed(role, call.endpoint) ? ![401, 403].includes(answer.statusCode) && answer.statusCode < 500 : isRefused
      if (!isRight) wrong.push(`${call.name} as ${role}: ${answer.statusCode} ${code}`)
    }
  }
  expect(wrong).toEqual([])
})

test('an owner who views as a role may read what the role may, and change nothing', async () => {
  const app = await createTestApp()
  const team = await addTeam(app)
  const wrong: string[] = []
  const viewable = guarded.filter(({ endpoint }) => endpoint.asOneself !== true)
  for (const call of viewable) {
    for (const role of roles) {
      const answer = await ask(app, call, team.owner.token, { headers: { [viewAsHeader]: role } })
      const { method, reads } = call.endpoint
      const expected = !isAllowed(role, call.endpoint) ? 'forbidden' : method === 'GET' || reads ? 'let in' : 'view_only'
      const got = answer.statusCode === 403 ? answer.json<ErrorBody>().code : 'let in'
      if (got !== expected) wrong.push(`${call.name} as ${role}: ${got}, not ${expected}`)
    }
  }
  expect(wrong).toEqual([])
})

test('who views as a role is told so, and what is about the session itself goes on', async () => {
  const app = await createTestApp()
  const team = await addTeam(app)
  const shop = await openShop(app)
  const { id: variantId } = await makeStock(app, 1)
  const { id } = await shop.sell({ [variantId]: 1 })
  const as = (role: string, method: 'GET' | 'POST', url: string, token = team.owner.token) =>
    app.app.inject({ method, url, headers: { authorization: token, [viewAsHeader]: role } })

  const refused = await as('support', 'POST', `/admin/purchases/orders/${id}/refund`)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toEqual({ code: 'view_only', message: 'You are viewing as Support: nothing can be changed.' })
  expect(await shop.find(id)).toMatchObject({ status: 'completed' })
  expect((await as('support', 'GET', `/admin/purchases/orders/${id}`)).statusCode).toBe(200)
  expect((await as('stock', 'GET', `/admin/purchases/orders/${id}`)).json()).toMatchObject({ code: 'forbidden' })
  expect((await as('boss', 'GET', '/admin/products')).statusCode).toBe(400)
  for (const role of ['manager', 'support'] as const)
    expect((await as('stock', 'GET', '/admin/products', team[role].token)).json(), role).toEqual({
      code: 'forbidden',
      message: 'Only owners can view as a role',
    })
  expect(dataOf(await toAnswer(as('support', 'GET', '/auth/me')))).toMatchObject({ username: 'the-owner', role: 'owner' })
  expect((await as('support', 'POST', '/auth/logout')).statusCode).toBe(200)
  expect((await as('support', 'GET', '/admin/products')).statusCode).toBe(401)
})

const toAnswer = async (asked: Promise<{ statusCode: number; json: () => unknown }>) => {
  const { statusCode, json } = await asked
  return { status: statusCode, body: json() as never }
}

test('the signed-in person is told what the role allows at that moment', async () => {
  const app = await createTestApp()
  const { id, token } = await addMember(app, 'manager')
  const me = async () => dataOf(await app.call('GET', '/auth/me', undefined, { token }))
  expect(await me()).toEqual({
    id,
    username: 'the-manager',
    email: 'the-manager@team.example',
    role: 'manager',
    permissions: permissionsOf.manager,
  })
  await changeMember(app.deps, system, id, { role: 'stock' })
  expect(await me()).toMatchObject({ role: 'stock', permissions: permissionsOf.stock })
})
