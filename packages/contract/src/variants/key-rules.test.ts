import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkKeyValue, KeyPlanner, maskKey, parseKeyLines } from './key-rules.ts'

/** Few values, so that repeats and overlaps are common. */
const value = fc.constantFrom<string[]>('A', 'B', 'C', 'D', 'E', 'F', 'a', '__proto__', 'constructor')
const values = fc.array(value, { maxLength: 20 })
const situation = fc.record({ wanted: values, available: fc.uniqueArray(value).map((keys) => new Set(keys)) })

/** What a save does with a list and a stock. */
function planOf(wanted: readonly string[], available: ReadonlySet<string>) {
  const planner = new KeyPlanner()
  planner.want(wanted.slice(0, 5))
  planner.want(wanted.slice(5))
  const remove = [...available].filter((each) => !planner.keeps(each))
  return { ...planner.plan(), remove }
}

describe('the plan for a list of keys', () => {
  test('applied to the stock gives what is wanted', () => {
    fc.assert(
      fc.property(situation, ({ wanted, available }) => {
        const { add, remove } = planOf(wanted, available)
        expect(available.difference(new Set(remove)).union(new Set(add))).toEqual(new Set(wanted))
      }),
    )
  })

  test('adds in the order of the list, and removes in the order of the stock', () => {
    fc.assert(
      fc.property(situation, ({ wanted, available }) => {
        const { add, remove } = planOf(wanted, available)
        expect(add).toEqual([...new Set(wanted)].filter((each) => !available.has(each)))
        expect(remove).toEqual([...available].filter((each) => !wanted.includes(each)))
      }),
    )
  })

  test('accounts for every line once', () => {
    fc.assert(
      fc.property(situation, ({ wanted, available }) => {
        const { add, remove, duplicates } = planOf(wanted, available)
        const kept = available.size - remove.length
        expect(kept + add.length + duplicates).toBe(wanted.length)
      }),
    )
  })

  test('has nothing left to do once it was carried out', () => {
    fc.assert(
      fc.property(situation, ({ wanted, available }) => {
        const { add, remove } = planOf(wanted, available)
        const after = available.difference(new Set(remove)).union(new Set(add))
        expect(planOf(wanted, after)).toMatchObject({ add: [], remove: [] })
      }),
    )
  })

  test('counts as in this example', () => {
    const plan = planOf(['new', 'old', 'new', 'sold', 'sold', 'newer'], new Set(['old', 'older']))
    expect(plan).toEqual({ add: ['new', 'sold', 'newer'], remove: ['older'], duplicates: 2 })
  })
})

describe('the lines of the keys panel', () => {
  test('are trimmed, and blank ones dropped, whatever ends them', () => {
    expect(parseKeyLines(' A \r\nB\r\r\n\tC\t\n\n  \nD E')).toEqual(['A', 'B', 'C', 'D E'])
    expect(parseKeyLines('')).toEqual([])
  })

  test('are compared in their composed form', () => {
    expect(parseKeyLines('e\u0301\n\u00a0\u00e9\u2003')).toEqual(['\u00e9', '\u00e9'])
  })

  test('come back as they were written', () => {
    const line = fc
      .string({ minLength: 1, unit: 'grapheme-ascii' })
      .map((text) => text.trim())
      .filter((text) => text !== '')
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(parseKeyLines(lines.join('\n'))).toEqual(lines)
      }),
    )
  })
})

describe('a value', () => {
  test('a key has up to 500 visible characters', () => {
    for (const good of ['A', 'x'.repeat(500), 'ключ 鍵 🔑', 'it\'s <b>"&', '1']) expect(checkKeyValue(good)).toBeUndefined()
  })

  test('that is longer, or more than one line, cannot', () => {
    expect(checkKeyValue('x'.repeat(501))).toBe('A key must be at most 500 characters')
    const lines = ['a\nb', 'a\tb', 'a\0b', 'a\u007fb', 'a\u2028b', 'a\u2029b', 'a\u001bb']
    const twins = ['a\u200bb', 'a\u00adb', 'a\u202eb', 'a\u2060b', 'a\u0085b', 'a\ufeffb']
    for (const bad of [...lines, ...twins]) {
      expect(checkKeyValue(bad)).toBe('A key must be one line of visible characters')
    }
  })

  test('that is a masked key or a covered line cannot', () => {
    const message = 'A key must be readable, without •••• in place of its characters'
    for (const bad of [maskKey('ABCD-1234-EFGH'), maskKey('AB'), '•••• 12 ••••', '•••• 12 •••x', '1. ••••••••EFGH']) {
      expect(checkKeyValue(bad)).toBe(message)
    }
    expect(checkKeyValue('user:•••')).toBeUndefined()
  })

  test('is masked up to its last 4 characters, or fewer of a short one', () => {
    expect(maskKey('ABCD-1234-EFGH')).toBe('••••••••EFGH')
    expect(maskKey('ABCDEF')).toBe('••••••••EF')
    expect(maskKey('AB')).toBe('••••••••')
  })
})
