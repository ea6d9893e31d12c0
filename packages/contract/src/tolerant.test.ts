import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from './calls.ts'
import {
  amount,
  count,
  countDropped,
  flag,
  id,
  listOf,
  moment,
  nullableAmount,
  optionalAmount,
  optionalCount,
  optionalId,
  orElse,
  readStrictly,
  rowsOf,
  text,
} from './tolerant.ts'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)
/** What no reader can make a number of. */
const noNumber = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', ' ', 'abc', '1,5', '4.99$', '0x10', 'Infinity', 'NaN', '.', '-', true, [], [1], {}),
  fc.string().filter((typed) => !/\d/.test(typed)),
)

describe('numbers', () => {
  test('pass unchanged, and so do they as text', () => {
    fc.assert(
      fc.property(finite, (number) => {
        for (const reader of [amount, optionalAmount, nullableAmount]) {
          expect(reader.parse(number)).toBe(number)
          expect(reader.parse(String(number))).toBe(number)
          expect(reader.parse(` ${number} `)).toBe(number)
        }
      }),
    )
    expect(['4.99', '12.50', '15.5', '-3', '+2', '.5', '5.', '1e3'].map((written) => amount.parse(written))).toEqual([
      4.99, 12.5, 15.5, -3, 2, 0.5, 5, 1000,
    ])
  })

  test('that are whole stay whole', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(count.parse(number)).toBe(number)
        expect(count.parse(String(number))).toBe(number)
        expect(optionalCount.parse(String(number))).toBe(number)
      }),
    )
    expect([count.parse('3.0'), count.parse('2.5'), count.parse(2.5)]).toEqual([3, 0, 0])
  })

  test('that cannot be read are the fallback of each reader', () => {
    fc.assert(
      fc.property(noNumber, (given) => {
        expect([amount.parse(given), count.parse(given)]).toEqual([0, 0])
        expect([optionalAmount.parse(given), optionalCount.parse(given), optionalId.parse(given)]).toEqual([
          undefined,
          undefined,
          undefined,
        ])
        expect(nullableAmount.parse(given)).toBeNull()
        expect(id.safeParse(given).success).toBe(false)
      }),
    )
  })

  test('ids are positive whole numbers, as numbers or text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (number) => {
        expect([id.parse(number), id.parse(String(number)), optionalId.parse(String(number))]).toEqual([number, number, number])
      }),
    )
    for (const bad of [0, '0', -1, '-1', 1.5, '1.5', '9007199254740993']) expect(id.safeParse(bad).success, String(bad)).toBe(false)
  })
})

test('texts pass unchanged; a number becomes its digits unless they are lost already', () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      expect(text.parse(given)).toBe(given)
    }),
  )
  expect([2024, 4.5, 2 ** 60, null, undefined, {}, true].map((given) => text.parse(given))).toEqual(['2024', '4.5', '', '', '', '', ''])
})

test('flags are also read from 0, 1 and words', () => {
  expect([true, 1, '1', 'true', 'TRUE', ' True '].map((given) => flag.parse(given))).not.toContain(false)
  expect([false, 0, '0', 'false', 'False', null, undefined, '', 'yes', 2, {}].map((given) => flag.parse(given))).not.toContain(true)
})

describe('moments', () => {
  test('pass unchanged', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('9999-12-31') }), (date) => {
        expect(moment.parse(date.toISOString())).toBe(date.toISOString())
      }),
    )
    expect(moment.parse('2026-11-20T10:00:00+02:00')).toBe('2026-11-20T10:00:00+02:00')
  })

  test('written otherwise are put in order', () => {
    expect(moment.parse('2026-11-20')).toBe('2026-11-20T00:00:00.000Z')
    expect(moment.parse('2026-11-20 10:00:00Z')).toBe('2026-11-20T10:00:00.000Z')
    expect(moment.parse('Fri, 20 Nov 2026 10:00:00 GMT')).toBe('2026-11-20T10:00:00.000Z')
  })

  test.each([null, undefined, '', 'yesterday', 'Try 3', '2026-13-45T10:00:00Z', '2026-99-99', 1_763_640_000, 1_763_640_000_000, {}, true])(
    '%j is none',
    (given) => expect(moment.parse(given)).toBeNull(),
  )

  test('are always dates', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.anything()), (given) => {
        const read = moment.parse(given)
        expect(read === null || Number.isFinite(Date.parse(read))).toBe(true)
      }),
    )
  })
})

describe('lists', () => {
  const row = z.object({ id, name: text })
  const good = fc.record({ id: fc.integer({ min: 1 }), name: fc.string() })
  const bad = fc.constantFrom<unknown>(null, undefined, 3, 'x', [], {}, { id: 'x' }, { name: 'without an id' })

  test('lose their bad rows alone, and count them', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            good.map((item) => ({ item, isGood: true })),
            bad.map((item) => ({ item, isGood: false })),
          ),
        ),
        (mixed) => {
          const given = mixed.map(({ item }) => item)
          const kept = mixed.filter(({ isGood }) => isGood).map(({ item }) => item)
          const expected = { result: kept, dropped: given.length - kept.length }
          expect(countDropped(() => rowsOf(row).parse(given))).toEqual(expected)
          expect(countDropped(() => listOf(row).parse(given))).toEqual(expected)
        },
      ),
    )
  })

  test('inside of rows are counted with them', () => {
    const nested = rowsOf(z.object({ id, items: listOf(row) }))
    const given = [{ id: 1, items: [{ id: 2 }, null] }, { id: 2, items: 'none' }, 'x']
    expect(countDropped(() => nested.parse(given))).toEqual({
      result: [
        { id: 1, items: [{ id: 2, name: '' }] },
        { id: 2, items: [] },
      ],
      dropped: 2,
    })
  })

  test('that are none are refused or empty', () => {
    for (const given of [null, undefined, {}, 'x', 3]) {
      expect(rowsOf(row).safeParse(given).success).toBe(false)
      expect(listOf(row).parse(given)).toEqual([])
    }
  })
})

test('the API document shows plain types', () => {
  const all = z.object({
    id,
    optionalId,
    count,
    optionalCount,
    amount,
    optionalAmount,
    nullableAmount,
    text,
    flag,
    moment,
    list: listOf(z.object({ id })),
  })
  const { properties = {}, required } = z.toJSONSchema(all, { io: 'output' })
  const typeOf = (name: string) => (properties[name] as { type?: unknown; anyOf?: { type: unknown }[] }).type
  expect(Object.keys(properties).map((name) => [name, typeOf(name)])).toEqual([
    ['id', 'integer'],
    ['optionalId', 'integer'],
    ['count', 'integer'],
    ['optionalCount', 'integer'],
    ['amount', 'number'],
    ['optionalAmount', 'number'],
    ['nullableAmount', ['number', 'null']],
    ['text', 'string'],
    ['flag', 'boolean'],
    ['moment', ['string', 'null']],
    ['list', 'array'],
  ])
  expect(required).not.toContain('optionalCount')
  expect(JSON.stringify(properties.list)).toContain('"id":{"type":"integer"')
})

test('no answer of any call is shown as anything', () => {
  for (const [noun, group] of Object.entries(calls)) {
    for (const [name, { response }] of Object.entries(group)) {
      const shown = JSON.stringify(z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }))
      // Only the changes of a timeline and of the history are open.
      expect(shown.replaceAll(/"(?:additionalProperties|default|before|after)":\{\}/g, ''), `${noun}.${name}`).not.toContain('{}')
    }
  }
})

test('our own answers are read strictly: what a foreign host may send is a bug there, and no value is in its message', () => {
  const answer = z.object({ price: amount, name: text, note: orElse(z.nullable(z.string()), null), rows: listOf(z.object({ id })) })
  const fine = { price: 4.99, name: 'Day', note: null, rows: [{ id: 1 }] }
  expect(readStrictly(() => answer.parse(fine))).toEqual(fine)
  for (const wrong of [{ price: '4.99' }, { name: null }, { note: 5 }, { rows: [{}] }, { rows: [{ id: '1' }] }, { rows: 'SECRET' }]) {
    const read = () => answer.parse({ ...fine, ...wrong })
    expect(() => readStrictly(read), JSON.stringify(wrong)).toThrow(/^(?!.*SECRET)/)
    expect(read).not.toThrow()
  }
})
