import type { Game } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals } from '../../testing/shop/catalogue.ts'

const listGames = async (app: TestApp) => dataOf(await app.call('GET', '/games-list')) as Game[]

test('games are sorted by name whatever their case', async () => {
  const app = await createTestApp()
  for (const name of ['aardvark Online', 'ZZ Top Trumps', 'Éclair Arena', 'eclair arena 2', 'apex 10', 'apex 9']) {
    await app.call('POST', '/admin/games', { name })
  }
  const names = (await listGames(app)).map((game) => game.name)
  expect(names.length).toBeGreaterThan(20)
  expect(names[0]).toBe('aardvark Online')
  expect(names.at(-1)).toBe('ZZ Top Trumps')
  expect(names.indexOf('apex 9')).toBeLessThan(names.indexOf('apex 10'))
  expect(names.indexOf('Éclair Arena')).toBe(names.indexOf('eclair arena 2') - 1)
  expect(names.map((name) => name.toLowerCase().normalize('NFD').charAt(0))).toEqual(
    names.map((name) => name.toLowerCase().normalize('NFD').charAt(0)).toSorted(),
  )
})

test('an added game is trimmed, answered and recorded', async () => {
  const app = await createTestApp()
  const game = dataOf(await app.call('POST', '/admin/games', { name: '  Tiny Racers  ', id: 7, colour: 'red' })) as Game
  expect(game).toEqual({ id: expect.any(Number), name: 'Tiny Racers' })
  expect(await listGames(app)).toContainEqual(game)
  expect(await activityOf(app, 'game')).toEqual([
    { action: 'game.created', subject_id: game.id, changes: { name: { before: null, after: 'Tiny Racers' } } },
  ])
})

test('a game that cannot be added changes nothing', async () => {
  const app = await createTestApp()
  await app.call('POST', '/admin/games', { name: 'Tiny Racers' })
  const post = (body: unknown) => ['POST', '/admin/games', body] as const
  await expectRefusals(app, [
    {
      call: post({ name: 'tiny RACERS' }),
      status: 409,
      says: { code: 'conflict', message: 'The game tiny RACERS is already in the list' },
    },
    { call: post({ name: ' Valorant ' }), status: 409 },
    { call: post({}), status: 400, says: { fields: { name: 'Name is required' } } },
    { call: post({ name: '   ' }), status: 400, says: { fields: { name: 'Name is required' } } },
    { call: post({ name: 7 }), status: 400, says: { fields: { name: 'Name must be text' } } },
    { call: post({ name: null }), status: 400 },
    { call: post({ name: 'x'.repeat(201) }), status: 400 },
    { call: post({ name: 'A\0B' }), status: 400, says: { fields: { name: expect.any(String) } } },
    { call: post({ name: 'A\ud800' }), status: 400, says: { fields: { name: expect.any(String) } } },
    { call: post([]), status: 400 },
    { call: post({ name: 'x'.repeat(1024 * 1024) }), status: 413, says: { code: 'too_large' } },
  ])
})

test('exactly one of many people who add the same game at once does', async () => {
  const app = await createTestApp()
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.call('POST', '/admin/games', { name: 'Tiny Racers' })))
  expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ])
  expect(await activityOf(app, 'game')).toHaveLength(1)
})
