// Not installed with the project, because of its size. In a folder of its own:
//   npm install lighthouse@13.5.0 && node …/bench/web/lighthouse.mjs http://127.0.0.1:4000 PASSWORD
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [host = '', password = ''] = process.argv.slice(2)
const here = createRequire(join(process.cwd(), 'package.json'))
const load = (name) => import(pathToFileURL(here.resolve(name)).href)
const [{ default: lighthouse, desktopConfig }, { default: puppeteer }] = await Promise.all([load('lighthouse'), load('puppeteer-core')])

const signIn = await fetch(`${host}/auth/password-login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ identity: 'admin', password }),
})
const { data } = await signIn.json()
const browser = await puppeteer.launch({
  executablePath: process.env['KEYDESK_BROWSER'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
for (const path of ['/login', '/', '/products', '/products/500']) {
  for (const config of [desktopConfig, undefined]) {
    const page = await browser.newPage()
    await page.goto(`${host}/health`)
    await page.evaluate(
      (token) => {
        localStorage.clear()
        if (token === null) return
        localStorage.setItem('token', token)
        localStorage.setItem('user', JSON.stringify({ id: 1, username: 'admin', email: 'admin@example.com' }))
      },
      path === '/login' ? null : data.token,
    )
    const { lhr } = await lighthouse(
      host + path,
      { onlyCategories: ['performance', 'accessibility'], disableStorageReset: true },
      config,
      page,
    )
    const score = (name) => Math.round(lhr.categories[name].score * 100)
    const name = `${path} ${config === undefined ? 'mobile' : 'desktop'}`
    console.log(`${name.padEnd(24)} performance ${score('performance')}, accessibility ${score('accessibility')}`)
    await page.close()
  }
}
await browser.close()
