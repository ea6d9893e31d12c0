import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { shownToasts } from '../../test/toasts.ts'
import { renderApp } from '../../test/render-page.tsx'
import { setViewportWidth } from '../../test/viewport.ts'
import { isActive } from '../routes/screens.ts'

const sidebarState = () => document.querySelector('aside')?.dataset['state']

test('the sidebar lists the screens in their order and leads to them', async () => {
  const { user, router } = await renderApp('/')
  const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
  expect(nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/'],
    ['Products', '/products'],
    ['Orders', '/purchases/orders'],
    ['Notifications', '/notifications'],
    ['Coupons', '/coupons'],
    ['Referrals', '/referrals'],
    ['Discord', '/discord'],
  ])
  await user.click(nav.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Latest Orders' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/purchases/orders')
})

test('the sidebar and the tab show the brand title that the server has put in the page', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="brand-title" content="Nightshop">')
  onTestFinished(() => document.querySelector('meta[name="brand-title"]')!.remove())
  await renderApp('/')
  const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }))
  expect(sidebar.getByText('Nightshop')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Dashboard · Nightshop'))
})

test('the focus moves to the new page if the pressed link is gone, and stays on a link that is not', async () => {
  const { user } = await renderApp('/')
  const inPage = await screen.findByRole('link', { name: 'Go to Products' })
  expect(document.activeElement).toBe(document.body)
  inPage.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Products' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))

  const orders = screen.getByRole('link', { name: 'Orders' })
  orders.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Latest Orders' })
  expect(document.activeElement).toBe(orders)
})

test('the root entry is active on its own path alone, others also on paths below', () => {
  expect(isActive('/', '/')).toBe(true)
  expect(isActive('/', '/products')).toBe(false)
  expect(isActive('/products', '/products')).toBe(true)
  expect(isActive('/products', '/products/7')).toBe(true)
  expect(isActive('/products', '/')).toBe(false)
  expect(isActive('/purchases/orders', '/purchases')).toBe(false)
})

test.each([
  ['/', 'Dashboard'],
  ['/discord', 'Discord'],
])('on %s the entry %s alone is marked as current', async (url, title) => {
  await renderApp(url)
  const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
  const current = nav.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map((link) => link.textContent)).toEqual([title])
})

test.each([
  ['/', 'Dashboard', 'Dashboard'],
  ['/purchases/orders', 'Orders', 'Latest Orders'],
  ['/notifications', 'Notifications', 'Notifications Management'],
  ['/coupons', 'Coupons', 'Coupons'],
  ['/referrals', 'Referrals', 'Referrals'],
  ['/discord', 'Discord', 'Discord'],
])('%s has its breadcrumb, heading and tab title', async (url, title, heading) => {
  await renderApp(url)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(breadcrumb.getByText(title).getAttribute('aria-current')).toBe('page')
  expect(document.title).toBe(`${title} · Keydesk`)
})

test('Ctrl+b and Cmd+b toggle the sidebar, and a cookie stores it for 7 days', async () => {
  const written: string[] = []
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => cookie.get!.call(document) as string,
    set: (value: string) => {
      written.push(value)
      cookie.set!.call(document, value)
    },
  })
  const { user } = await renderApp('/')
  await screen.findByRole('navigation', { name: 'Main' })
  expect(sidebarState()).toBe('expanded')

  await user.keyboard('{Control>}b{/Control}')
  expect(sidebarState()).toBe('collapsed')
  await user.keyboard('{Meta>}b{/Meta}')
  expect(sidebarState()).toBe('expanded')
  await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }))
  expect(sidebarState()).toBe('collapsed')
  Reflect.deleteProperty(document, 'cookie')

  expect(written).toEqual([
    'sidebar:state=false; path=/; max-age=604800; samesite=lax',
    'sidebar:state=true; path=/; max-age=604800; samesite=lax',
    'sidebar:state=false; path=/; max-age=604800; samesite=lax',
  ])
})

test('the cookie decides how the sidebar starts; collapsed entries keep their names', async () => {
  document.cookie = 'sidebar:state=false; path=/'
  await renderApp('/')
  expect(await screen.findByRole('link', { name: 'Referrals' })).toBeTruthy()
  expect(sidebarState()).toBe('collapsed')
})

test('below 768 px the sidebar is a drawer with its own state', async () => {
  document.cookie = 'sidebar:state=true; path=/'
  setViewportWidth(767)
  const { user, router } = await renderApp('/')
  const toggle = await screen.findByRole('button', { name: 'Toggle sidebar' })
  expect(screen.queryByRole('link', { name: 'Orders' })).toBeNull()

  await user.click(toggle)
  const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
  await user.click(drawer.getByRole('link', { name: 'Orders' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/purchases/orders'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.cookie).toContain('sidebar:state=true')

  await user.click(toggle)
  await screen.findByRole('dialog', { name: 'Menu' })
  act(() => setViewportWidth(900))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => setViewportWidth(767))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('at 768 px the sidebar is beside the page', async () => {
  setViewportWidth(768)
  await renderApp('/')
  expect(await screen.findByRole('link', { name: 'Orders' })).toBeTruthy()
})

test('the footer shows who is signed in, and its menu switches the theme and logs out', async () => {
  const { user, router, requests } = await renderApp('/')
  const account = await screen.findByRole('button', { name: /account menu/i })
  expect(within(account).getByText('AD')).toBeTruthy()
  expect(within(account).getByText('admin')).toBeTruthy()
  expect(within(account).getByText('admin@example.com')).toBeTruthy()

  await user.click(account)
  await user.click(await screen.findByRole('menuitem', { name: 'Light theme' }))
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect(localStorage.getItem('preferred-theme')).toBe('light')

  await user.click(account)
  expect(await screen.findByRole('menuitem', { name: 'Dark theme' })).toBeTruthy()
  const token = localStorage.getItem('token')
  await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
  const logout = requests.find(({ url }) => url === '/auth/logout')
  expect(logout).toMatchObject({ method: 'POST', headers: { authorization: token } })
  expect(shownToasts()).toEqual([])
})

test.each(['/nothing-here', '/products/1/more', '/purchases'])('%s is not found', async (url) => {
  await renderApp(url)
  expect(await screen.findByRole('heading', { name: '404 Not Found' })).toBeTruthy()
  expect(screen.getByText('The page you are looking for does not exist.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the start' }).getAttribute('href')).toBe('/')
})

test.each(['/', '/products', '/products/1', '/purchases/orders', '/discord', '/coupons', '/referrals', '/notifications'])(
  '%s sends a visitor who is not signed in to /login',
  async (url) => {
    const { router } = await renderApp(url, { signedIn: false })
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/login')
  },
)

test.each(['/nothing-here', '/Products', '/LOGIN'])('%s shows the not-found page, also without a session', async (url) => {
  await renderApp(url, { signedIn: false })
  expect(await screen.findByRole('heading', { name: '404 Not Found' })).toBeTruthy()
})

test('in a narrow window the sidebar starts collapsed, and can be expanded', async () => {
  setViewportWidth(1_024)
  const { user } = await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  expect(sidebarState()).toBe('collapsed')
  await user.keyboard('{Control>}b{/Control}')
  expect(sidebarState()).toBe('expanded')
})
