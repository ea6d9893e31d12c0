import { expect, test } from 'vitest'
import { calls, downloads, permissions, permissionsOf, roles, type Permission } from '../../packages/contract/src/index.ts'
import { roleSummaries } from '../../packages/web/src/session/role-summaries.ts'
import { read } from './pages.ts'

/** The table of docs/reference/roles.md: a permission, the roles that have it, the calls that need it. */
const rows = [...read('docs/reference/roles.md').matchAll(/^\| `([\w:-]+)` \| ([^|]*) \| ([^|]*) \|$/gm)].map(([, access, who, what]) => ({
  access: access!,
  who: who!.split(', '),
  calls: [...what!.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, call]) => call!),
}))

const everyCall = [...Object.values(calls).flatMap((group) => Object.values(group)), ...Object.values(downloads)]
/** An address as the pages write it. */
const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '')}`

test('the page has every permission, with the roles that have it and the calls that need it', () => {
  for (const permission of permissions) {
    const row = rows.find(({ access }) => access === permission)
    expect(row?.who, permission).toEqual(roles.filter((role) => permissionsOf[role].includes(permission)))
  }
})

test('each call of the back office is on the page once, beside the permission that it needs', () => {
  const inContract = everyCall.filter(({ access }) => !['public', 'optional', 'store'].includes(access))
  const listed = (pairs: { access: string; call: string }[]) => pairs.map(({ access, call }) => `${access}: ${call}`).toSorted()
  expect(listed(rows.flatMap(({ access, calls: named }) => named.map((call) => ({ access, call }))))).toEqual(
    listed(inContract.map((call) => ({ access: call.access, call: nameOf(call) }))),
  )
})

test('what a manager may not do is on the page and in the line below the role of an invitation', () => {
  const ownersOnly: Partial<Record<Permission, string>> = {
    'team:manage': 'the team',
    'api_keys:manage': 'API keys',
    'webhooks:manage': 'webhooks',
    'shop-imports:manage': 'shop imports, the full export',
    'restores:manage': 'what a restore holds',
  }
  expect(Object.keys(ownersOnly)).toEqual(permissions.filter((permission) => !permissionsOf.manager.includes(permission)))
  const [, onPage] = /^\| manager \| (.*) \|$/m.exec(read('docs/reference/roles.md'))!
  for (const words of Object.values(ownersOnly)) {
    expect(onPage).toContain(words)
    expect(roleSummaries.manager).toContain(words)
  }
})
