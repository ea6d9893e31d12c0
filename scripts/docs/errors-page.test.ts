import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import type { ConnectFailure } from '../../packages/contract/src/messages/bot-port.ts'
import { accountRefusals, errorStatus, secondFactor, twoFactorDue, viewOnly, type ErrorKind } from '../../packages/contract/src/index.ts'
import { listFiles, read } from './pages.ts'

/** Functions that create a refusal, with the code as second argument. */
const helpers: Readonly<Record<string, ErrorKind>> = {
  conflict: 'conflict',
  forbidden: 'forbidden',
  gone: 'gone',
  ruleViolated: 'rule_violated',
  unauthenticated: 'unauthenticated',
}

const connectFailures: Record<ConnectFailure['kind'], true> = {
  wrong_token: true,
  not_permitted: true,
  unreachable: true,
  no_answer: true,
  closed: true,
}

/** The codes of refusals whose code is not literal in the source. */
const codesOf: Readonly<Record<string, readonly string[]>> = {
  'secondFactor.required': [secondFactor.required],
  'secondFactor.invalid': [secondFactor.invalid],
  'accountRefusals.wrongPassword': [accountRefusals.wrongPassword],
  'accountRefusals.wrongCode': [accountRefusals.wrongCode],
  twoFactorDue: [twoFactorDue],
  viewOnly: [viewOnly],
  'failure.code': ['bot_token_missing', ...Object.keys(connectFailures).map((kind) => `bot_${kind}`)],
  // The helpers themselves.
  code: [],
}

const saidInCode = listFiles('.ts')
  .filter((file) => file.startsWith('packages/server/src/') && !/\.test\.ts$|\/(testing|hostile)\//.test(file))
  .flatMap(refusalsOf)

const rows = [...read('docs/reference/errors.md').matchAll(/^\| (\d{3}) \| `(\w+)` \| ([^|]*) \|/gm)].map(([, status, code, sentence]) => ({
  status: Number(status),
  code: code!,
  sentence: sentence!.trim(),
}))
const kinds = new Set<string>(Object.keys(errorStatus))

test('the page has every kind of refusal with its status, and no other', () => {
  const onPage = rows.filter(({ code }) => kinds.has(code)).map(({ code, status }) => [code, status])
  expect(Object.fromEntries(onPage)).toEqual(errorStatus)
})

test('the page has every code of the server with its status, and no other', () => {
  const name = ({ status, code }: { status: number; code: string }) => `${status} ${code}`
  const onPage = rows.filter(({ code }) => !kinds.has(code)).map(name)
  expect([...new Set(onPage)].toSorted()).toEqual([...new Set(saidInCode.map(name))].toSorted())
})

test('a sentence that is literal in the code is on the page', () => {
  const fixed = saidInCode.filter(({ sentence }) => sentence !== undefined)
  expect(fixed.length).toBeGreaterThan(15)
  const missing = fixed.filter(({ code, sentence }) => !rows.some((row) => row.code === code && row.sentence === sentence))
  // One code may have several sentences.
  expect(missing.filter(({ code }) => code !== 'invalid_transition')).toEqual([])
})

interface Refusal {
  readonly status: number
  readonly code: string
  /** Undefined if it is composed. */
  readonly sentence: string | undefined
}

function refusalsOf(file: string): Refusal[] {
  const source = read(file)
  const found: Refusal[] = []
  const add = (kind: ErrorKind, code: string | readonly string[], sentence: string | undefined) => {
    for (const each of [code].flat()) found.push({ status: errorStatus[kind], code: each, sentence })
  }
  const textOf = (node: { start: number; end: number }) => source.slice(node.start, node.end)
  const codes = (node: { start: number; end: number }): string | readonly string[] => {
    const text = textOf(node)
    const [, literal] = /^'(\w+)'$/.exec(text) ?? []
    const known = literal ?? codesOf[text]
    if (known === undefined) throw new Error(`${file}: name in this test the codes that ${text} may be`)
    return known
  }
  const fixed = (node: { start: number; end: number } | undefined) =>
    node === undefined ? undefined : /^'([^']*)'$/.exec(textOf(node))?.[1]

  new Visitor({
    CallExpression: ({ callee, arguments: [sentence, code] }) => {
      const kind = callee.type === 'Identifier' ? helpers[callee.name] : undefined
      if (kind !== undefined && code !== undefined) add(kind, codes(code), fixed(sentence))
    },
    NewExpression: ({ callee, arguments: [kind, sentence, details] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'AppError' || kind === undefined || details?.type !== 'ObjectExpression') return
      for (const property of details.properties) {
        if (property.type !== 'Property' || textOf(property.key) !== 'code') continue
        const [, name = ''] = /^'(\w+)'$/.exec(textOf(kind)) ?? []
        add(name as ErrorKind, codes(property.value), fixed(sentence))
      }
    },
  }).visit(parseSync(file, source).program)
  return found
}
