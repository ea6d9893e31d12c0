// Not installed with the project, because of its size. In a folder of its own:
//   npm install lighthouse@13.5.0 && node …/bench/web/lighthouse.mjs http://127.0.0.1:4000 PASSWORD [ROUNDS]
// Each measurement has a browser of its own, with nothing cached; the scores are medians of the rounds.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [host = '', password = '', rounds = '3'] = process.argv.slice(2)
const here = createRequire(join(process.cwd(), 'package.json'))
const load = (name) => import(pathToFileURL(here.resolve(name)).href)
const [{ default: lighthouse, desktopConfig }, { default: puppeteer }] = await Promise.all([load('lighthouse'), load('puppeteer-core')])

const signIn = await fetch(`${host}/auth/password-login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ identity: 'admin', password }),
})
const { data } = await signIn.json()

async function measure(path, config) {
  const browser = await puppeteer.launch({
    executablePath: process.env['KEYDESK_BROWSER'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  const page = await browser.newPage()
  await page.goto(`${host}/health`)
  await page.evaluate(
    (token) => {
      if (token === null) return
      localStorage.setItem('token', token)
      localStorage.setItem('user', JSON.stringify({ id: 1, username: 'admin', email: 'admin@example.com' }))
    },
    path === '/login' ? null : data.token,
  )
  const only = { onlyCategories: ['performance', 'accessibility'], disableStorageReset: true }
  const { lhr } = await lighthouse(host + path, only, config, page)
  await browser.close()
  // Now and then it loses its own trace, and asks to be run again.
  if (lhr.runtimeError) return measure(path, config)
  return {
    performance: Math.round(lhr.categories.performance.score * 100),
    accessibility: Math.round(lhr.categories.accessibility.score * 100),
    blocked: Math.round(lhr.audits['total-blocking-time'].numericValue),
    lcp: Math.round(lhr.audits['largest-contentful-paint'].numericValue),
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
for (const path of ['/login', '/', '/products', '/products/500']) {
  for (const [name, config] of [['desktop', desktopConfig], ['mobile']]) {
    const seen = []
    for (let round = 0; round < Number(rounds); round += 1) seen.push(await measure(path, config))
    const of = (what) => median(seen.map((each) => each[what]))
    const all = seen.map((each) => each.performance).join(', ')
    console.log(
      `${`${path} ${name}`.padEnd(24)} performance ${of('performance')} (${all}), accessibility ${of('accessibility')}, LCP ${of('lcp')} ms, blocked ${of('blocked')} ms`,
    )
  }
}
