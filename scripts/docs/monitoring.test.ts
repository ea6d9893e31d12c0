import { expect, test } from 'vitest'
import { calls } from '../../packages/contract/src/index.ts'
import { createTestApp } from '../../packages/server/src/testing.ts'
import { read } from './pages.ts'

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
  readonly templating: { readonly list: readonly { readonly query: string }[] }
}

const alerts = [...read('docs/operating/alerts.yml').matchAll(/^\s+- alert: (\w+)\n(?:\s+#.*\n)?\s+expr: (.+)$/gm)].map(
  ([, name = '', expr = '']) => ({
    name,
    expr,
  }),
)
const { panels, templating } = JSON.parse(read('docs/operating/dashboard.json')) as Dashboard
const figures = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr })))
const lists = templating.list.map(({ query }) => ({ name: 'a list', expr: query }))
const all = [...alerts, ...figures, ...lists]

/** The metrics of the server after one call, with the names that Prometheus makes of a histogram. */
async function served(): Promise<{ names: Set<string>; labels: Set<string> }> {
  const { app } = await createTestApp()
  await app.inject('/metrics')
  const { body } = await app.inject('/metrics')
  const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
  const names = types.flatMap(({ name, type }) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
  )
  return { names: new Set(names), labels: new Set([...body.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label)) }
}

// Labels and metrics that Prometheus adds.
const added = { names: ['up'], labels: ['job', 'instance'] }

test('every metric and label that the alerts and the dashboard name is served', async () => {
  const { names, labels } = await served()
  expect([alerts.length, panels.length, read('docs/operating/alerts.yml').split('- alert:').length - 1]).toEqual([17, 15, alerts.length])
  const unknown = all.flatMap(({ name, expr }) => {
    const used = [...expr.matchAll(/\b(?:keydesk|nodejs|process)_\w+|\bup\b/g)].map(([metric]) => metric)
    const asked = [...expr.matchAll(/(\w+)(?:!=|=~|!~|=)"/g), ...expr.matchAll(/by \(([\w, ]+)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    )
    return [
      ...(used.length === 0 && expr !== 'prometheus' ? [`${name} names no metric`] : []),
      ...used.filter((metric) => !names.has(metric) && !added.names.includes(metric)),
      ...asked.filter((label) => !labels.has(label) && !added.labels.includes(label)),
    ]
  })
  expect(unknown).toEqual([])
})

test('a message that waits raises one alert, whatever its channel', () => {
  const alertsOf = (channel: string) =>
    alerts.flatMap(({ name, expr }) => {
      if (!expr.includes('keydesk_outbox_oldest_seconds')) return []
      const [, operator = '!=', other = ''] = /channel(=|!=)"(\w+)"/.exec(expr) ?? []
      return (channel === other) === (operator === '=') ? [name] : []
    })
  expect(['discord', 'webhook', 'mail'].map(alertsOf)).toEqual([['KeydeskOutbox'], ['KeydeskOutbox'], ['KeydeskMailWaits']])
})

test('the routes that the alerts name are routes', () => {
  const paths = new Set(['/ready', ...Object.values(calls).flatMap((noun) => Object.values(noun).map(({ path }) => path))])
  const named = all.flatMap(({ expr }) => [...expr.matchAll(/route!?="([^"]+)"/g)].map(([, route = '']) => route))
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((route) => !paths.has(route))).toEqual([])
})

test('brackets of each expression are closed', () => {
  const balance = (expr: string, [open, close]: readonly [string, string]) => expr.split(open).length - expr.split(close).length
  for (const { name, expr } of all)
    expect([balance(expr, ['(', ')']), balance(expr, ['{', '}']), balance(expr, ['[', ']'])], name).toEqual([0, 0, 0])
})
