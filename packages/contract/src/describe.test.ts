import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { component, docs, innerObject } from './describe.ts'
import { endpoint, wrapped } from './endpoint.ts'
import { listQuery } from './lists.ts'

const cup = z.object({ id: z.int(), name: z.string(), volume: z.number() })
const response = wrapped(z.array(cup))
const list = endpoint({ ...{ method: 'GET', path: '/cups', access: 'staff', summary: 'Cups' }, query: listQuery, response })
const full = endpoint({ ...list, query: z.extend(listQuery, { full: z.boolean() }) })

test('a field needs a text unless its name says it all, and a text needs its field', () => {
  expect(component(cup, 'A cup.', { volume: 'Litres.' }).fields).toEqual({ volume: 'Litres.' })
  // @ts-expect-error: `volume` has no text
  component(cup, 'A cup.')
  // @ts-expect-error: `volume` has no text
  component(cup, 'A cup.', { name: 'What is written on it.' })
  // @ts-expect-error: there is no `colour`
  component(cup, 'A cup.', { volume: 'Litres.', colour: 'Mostly white.' })
  // @ts-expect-error: there is no `state`
  component(cup, 'A cup.', { volume: 'Litres.' }, { state: ['full', 'empty'] })
})

test('a parameter needs a text unless it is a shared one, and a text needs its call or parameter', () => {
  expect(docs({ list }, { about: 'Cups.' }).about).toBe('Cups.')
  expect(docs({ list, full }, { about: 'Cups.', query: { full: 'Only full ones.' } }).query).toEqual({ full: 'Only full ones.' })
  // @ts-expect-error: `full` has no text
  docs({ list, full }, { about: 'Cups.' })
  // @ts-expect-error: there is no `empty`
  docs({ full }, { about: 'Cups.', query: { full: 'Only full ones.', empty: 'Only empty ones.' } })
  // @ts-expect-error: there is no call `wash`
  docs({ list }, { about: 'Cups.', calls: { wash: 'With soap.' } })
  // @ts-expect-error: there is no call `wash`
  docs({ list }, { about: 'Cups.', refuses: { wash: ['conflict'] } })
})

test('the object inside a list or another schema around it is found', () => {
  expect(innerObject(response.shape.data)).toBe(cup)
  expect(innerObject(z.optional(z.nullable(cup)))).toBe(cup)
})
