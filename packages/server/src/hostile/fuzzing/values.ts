import type { Random } from '../../testing/random.ts'

/** Random choices, and ids to use. */
export interface Dice extends Random {
  /** The id of something that existed recently. */
  readonly id: (name?: string) => number
}

/** Values that often break programs. */

const long = (length: number) => 'x'.repeat(length)

const texts: readonly string[] = [
  '',
  ' ',
  '\t\n\r',
  'null',
  'NaN',
  '0',
  '-1',
  '1e400',
  '9007199254740993',
  '00000001',
  '0x10',
  '１２３',
  'true',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  'a\ud83d',
  '\u202e‮gnp.exe',
  '\u200b\u200d\ufeff',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '𝒳'.repeat(300),
  'ﬁ ſ K İ ı ß',
  'e\u0301'.repeat(100),
  '\u0300'.repeat(1_000),
  '../../../../etc/passwd',
  '..\\..\\secret',
  '%00',
  '%2e%2e%2f',
  '%c0%ae',
  '%',
  '%zz',
  "'; drop table orders; --",
  "' or '1'='1",
  '1; select pg_sleep(10)',
  '%_%',
  '\\',
  '"',
  '`',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '=cmd|calc!A1',
  '+1',
  '@sum',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  '2030-02-30T00:00:00Z',
  '2030-01-01T00:00:00.000+99:99',
  '9999-12-31T23:59:59.999Z',
  '0000-00-00',
  'kd_x',
  'vimeo.com/1',
  'https://vimeo.com/999999999999999999999',
  'a@b',
  '"a b"@example.com',
  `${long(300)}@example.com`,
  long(256),
  long(5_000),
  long(70_000),
  '🎮'.repeat(10_000),
]

const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1.005,
  1e-7,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  99_999_999_999_999,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 1e9 },
  { length: { toString: 'x' } },
  { toString: 'x' },
  { $ne: null },
  { constructor: { prototype: { polluted: true } } },
  JSON.parse('{"then":"x"}'),
  JSON.parse('{"__proto__":{"polluted":true}}'),
  Array.from({ length: 1_000 }, () => 1),
  Array.from({ length: 300 }, () => ({ a: [] })),
  nested(60),
]

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { a: [nested(depth - 1)] }
}

export const hostileText = (random: Random): string => random.pick(texts)
export const hostileValue = (random: Random): unknown => (random.chance(0.5) ? random.pick(texts) : random.pick(others))

/** Bodies that are not JSON, or unusual JSON. */
export function hostileBody(random: Random, valid: string): string {
  switch (random.below(14)) {
    case 0:
      return valid.slice(0, random.below(valid.length + 1))
    case 1:
      return `${valid}${valid}`
    case 2:
      return '['.repeat(1 + random.below(100_000))
    case 3:
      return `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    case 4:
      return `{"__proto__":{"role":"admin"},${valid.slice(1)}`
    case 5:
      return `{"constructor":{"prototype":{"role":"admin"}},${valid.slice(1)}`
    case 6:
      return `\ufeff${valid}`
    case 7:
      return valid.replaceAll('"', "'")
    case 8:
      return `{"name":1,"name":"twice","version":1e999}`
    case 9:
      return JSON.stringify({ name: long(2_000_000) })
    case 10:
      return '{"name":"\\ud800","email":"\\u0000"}'
    case 11:
      return `// comment\n${valid}`
    case 12:
      return random.pick(['null', '1', '"text"', 'true', '[]', 'NaN', '-', '{}', '{,}', '\0'])
    default:
      return Array.from({ length: random.below(300) }, () => String.fromCharCode(random.below(300))).join('')
  }
}
