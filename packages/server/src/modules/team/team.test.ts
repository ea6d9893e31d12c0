import type { Member } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'
import { turnOnTwoFactor } from '../../testing/shop/authenticator.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { createAdministrator } from '../users/users.service.ts'

const listed = async ({ call }: TestApp) => dataOf(await call('GET', '/admin/team')) as Member[]

test('the team is listed by name, without customers, with what an owner must know of each', async () => {
  const app = await createTestApp()
  const { db } = app.deps
  await createAdministrator(app.deps, system, { username: 'Zoe', email: 'zoe@example.com', password: testAdmin.password, role: 'stock' })
  const eve = await createAdministrator(app.deps, system, { username: 'eve', email: 'eve@example.com', password: testAdmin.password })
  await db.updateTable('app_user').set({ role: 'customer' }).where('id', '=', eve).execute()
  await turnOnTwoFactor(app)
  await app.call('POST', '/auth/password-login', { identity: 'zoe', password: testAdmin.password }, { token: null })
  const at = app.clock.at.toISOString()
  const switches = { amounts: true, reveal: true, refund: true }
  const admin = {
    id: 1,
    username: 'admin',
    email: 'admin@example.com',
    role: 'owner',
    disabled: false,
    two_factor: true,
    keys_per_hour: 20,
    switches,
  }
  const zoe = {
    ...{ id: 2, username: 'Zoe', email: 'zoe@example.com', role: 'stock', disabled: false, two_factor: false, keys_per_hour: 20 },
    switches,
  }
  expect(await listed(app)).toEqual([
    { ...admin, last_sign_in_at: null },
    { ...zoe, last_sign_in_at: at },
  ])

  const changed = await app.call('PUT', '/admin/team/2', { role: 'support', disabled: true })
  expect(dataOf(changed)).toEqual({ ...zoe, role: 'support', disabled: true, last_sign_in_at: at })
  expect(await app.call('PUT', '/admin/team/1', { disabled: true })).toMatchObject({ status: 409, body: { code: 'last_owner' } })
  expect(await app.call('PUT', '/admin/team/1', { role: 'king' })).toMatchObject({ status: 400 })
  expect((await app.call('PUT', `/admin/team/${eve}`, { role: 'owner' })).status).toBe(404)
  expect((await listed(app)).map(({ role, disabled }) => [role, disabled])).toEqual([
    ['owner', false],
    ['support', true],
  ])
})
