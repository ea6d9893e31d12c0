import { expect, test } from 'vitest'
import { createAhead } from './ahead.ts'

/** A host that answers each request with how many it has had, and fails while told to. */
function host() {
  const state = { now: 0, token: 'one' as string | null, isDown: false, asked: [] as string[] }
  const ahead = createAhead({
    host: 'https://api.example',
    token: () => state.token,
    now: () => state.now,
    transport: async (url, init) => {
      state.asked.push(`${init.method} ${url.replace('https://api.example', '')}`)
      if (state.isDown) throw new TypeError('fetch failed')
      return new Response(String(state.asked.length))
    },
  })
  const send = async (method: string, token = 'one') =>
    (await ahead.transport('https://api.example/list', { method, headers: { authorization: token } })).text()
  return { state, ahead, read: (token?: string) => send('GET', token), write: () => send('PUT') }
}

test('what was asked for early is given out once', async () => {
  const { ahead, state, read } = host()
  ahead.ask(['/list'])
  expect([await read(), state.asked]).toEqual(['1', ['GET /list']])
  expect(await read()).toBe('2')
})

test('nobody asks twice within the time for which an answer is fresh', async () => {
  const { ahead, state, read } = host()
  ahead.ask(['/list', '/list'])
  await read()
  ahead.ask(['/list'])
  expect(state.asked).toHaveLength(1)
  state.now += 5_000
  ahead.ask(['/list'])
  expect(state.asked).toHaveLength(2)
})

test('an answer that has waited too long, or belongs to somebody else, is given to nobody', async () => {
  const { ahead, state, read } = host()
  ahead.ask(['/list'])
  state.now += 5_000
  expect(await read()).toBe('2')
  ahead.forget()
  ahead.ask(['/list'])
  expect(await read('two')).toBe('4')
})

test('after a write nothing of before is given out', async () => {
  const { ahead, read, write } = host()
  ahead.ask(['/list'])
  await write()
  ahead.forget()
  expect(await read()).toBe('3')
})

test('an early read that failed is made again, and one that nobody wants fails in silence', async () => {
  const { ahead, state, read } = host()
  state.isDown = true
  ahead.ask(['/list', '/other'])
  state.isDown = false
  expect(await read()).toBe('3')
})

test('signed out, nothing is asked for', () => {
  const { ahead, state } = host()
  state.token = null
  ahead.ask(['/list'])
  expect(state.asked).toEqual([])
})

test('what the page asked for before the app was there is given out once', async () => {
  const url = 'https://api.example/products/id/7'
  const begun = { url, token: 'one', at: 0, answer: Promise.resolve(new Response('early')) }
  const ahead = createAhead({ host: '', token: () => 'one', now: () => 4_999, transport: async () => new Response('later'), begun })
  const read = async () => (await ahead.transport(url, { method: 'GET', headers: { authorization: 'one' } })).text()
  expect([await read(), await read()]).toEqual(['early', 'later'])
})
