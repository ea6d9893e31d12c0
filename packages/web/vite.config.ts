import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { describeBuild } from './build/describe-build.ts'
import { firstPaint } from './build/first-paint.ts'
import { firstLoad } from './build/first-load.ts'
import { frameParts } from './build/frame-parts.ts'
import { leanUplot } from './build/lean-uplot.ts'
import { leanZod } from './build/lean-zod.ts'
import { pageScripts } from './build/page-scripts.ts'
import { precompress } from './build/precompress.ts'
import { shells } from './build/shells.ts'

const api = process.env.KEYDESK_API ?? 'http://127.0.0.1:4000'
/** What the server answers itself; everything else is the web app's. */
const served = ['/auth', '/admin', '/products/id', '/games-list', '/media', '/store', '/health', '/ready', '/openapi.json', '/docs']

const screen = (path: string, page: string) => ({ [path]: ['src/app/main.tsx', 'src/app/frame.tsx', `src/features/${page}`] })

/** Each route, and the modules whose chunks it needs at first. */
const routes = {
  '/login': ['src/app/main.tsx', 'src/features/session/login-page.tsx'],
  ...screen('/', 'dashboard/dashboard-page.tsx'),
  ...screen('/products', 'products/products-page.tsx'),
  ...screen('/products/$id', 'products/product-page.tsx'),
  ...screen('/purchases/orders', 'orders/orders-page.tsx'),
  ...screen('/notifications', 'notifications/notifications-page.tsx'),
  ...screen('/coupons', 'coupons/coupons-page.tsx'),
  ...screen('/referrals', 'referrals/referrals-page.tsx'),
  ...screen('/discord', 'discord/discord-page.tsx'),
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../../node_modules/.cache/vite'),
  plugins: [
    react(),
    tailwind(),
    leanUplot(),
    leanZod(),
    describeBuild(),
    pageScripts(['boot.js']),
    firstLoad(routes, ['boot.js']),
    shells(Object.keys(routes)),
    firstPaint(),
    precompress(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(served.map((path) => [path, { target: api }])),
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // Browsers that run this build preload modules by themselves; what the page itself needs, `public/boot.js` asks for.
    modulePreload: { polyfill: false, resolveDependencies: (_file, parts, { hostType }) => (hostType === 'html' ? [] : parts) },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The editor and the key editor are imported lazily, which keeps them in chunks of their own; first-load.test.ts watches that.
        // What changes with the lock file alone gets a chunk that stays cached across releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/, priority: 2 },
            // What every path needs is one file: each costs a request.
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'frame', test: (id) => frameParts.test(id), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
