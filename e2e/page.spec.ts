import { expect, test } from './support/test.ts'

interface FirstLoad {
  readonly files: Record<string, number>
}

test('the page names the scripts of the screen that its address shows, and of no other', async ({ request }) => {
  const loads = (await (await request.get('/first-load.json')).json()) as Record<string, FirstLoad>
  const namedFor = async (path: string) => {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    return [...html.matchAll(/<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="\/([^"]+)"/g)].map(
      ([, file]) => file!,
    )
  }
  const addresses = { '/': '/', '/products': '/products/', '/products/$id': '/products/12', '/coupons': '/coupons?q=a', '/login': '/login' }
  for (const [route, address] of Object.entries(addresses)) {
    const scripts = Object.keys(loads[route]!.files).filter((file) => file.startsWith('assets/') && file.endsWith('.js'))
    expect((await namedFor(address)).toSorted(), address).toEqual(scripts.toSorted())
  }
  expect((await namedFor('/nowhere/at/all')).length).toBeLessThan(6)
})
