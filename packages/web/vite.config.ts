import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { describeBuild } from './build/describe-build.ts'
import { firstLoad } from './build/first-load.ts'
import { precompress } from './build/precompress.ts'

const api = process.env.KEYDESK_API ?? 'http://127.0.0.1:4000'
/** What the server answers itself; everything else is the web app's. */
const served = ['/auth', '/admin', '/products/id', '/games-list', '/media', '/store', '/health', '/ready', '/openapi.json', '/docs']

const screen = (path: string, file: string) => ({ [path]: ['src/app/main.tsx', 'src/app/frame.tsx', `src/features/${file}`] })

/** Each route, and the modules whose chunks it needs at first. */
const routes = {
  '/login': ['src/app/main.tsx'],
  ...screen('/', 'dashboard/dashboard-screen.ts'),
  ...screen('/products', 'products/products-screen.ts'),
  ...screen('/products/$id', 'products/product-screen.ts'),
  ...screen('/purchases/orders', 'orders/orders-screen.ts'),
  ...screen('/notifications', 'announcements/announcements-screen.ts'),
  ...screen('/coupons', 'coupons/coupons-screen.ts'),
  ...screen('/referrals', 'referrals/referrals-screen.ts'),
  ...screen('/discord', 'discord/discord-screen.ts'),
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../../node_modules/.cache/vite'),
  plugins: [react(), tailwind(), describeBuild(), firstLoad(routes, ['theme.js']), precompress()],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(served.map((path) => [path, { target: api }])),
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // The server names a route's files in the page (first-load.json), so nothing has to be asked for in turns.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files, and little that a screen does not need: docs/decisions/0049-chunks-of-the-web-app.md.
        codeSplitting: {
          groups: [
            // What changes with the lock file alone stays cached across releases.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: 'frame', test: /src[\\/]app[\\/]frame/, priority: 1 },
            // Not every screen has a table, or calls of products.
            {
              name: 'table',
              test: /kit[\\/](?:data-table|plain-rows|virtual-rows|searched-list)|virtual-core|react-virtual/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: 'product-calls',
              test: /contract[\\/]src[\\/](?:products|variants|media|product-options|key-rules)|features[\\/]products[\\/](?:keys[\\/]key-text|products-data)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'shared', minShareCount: 5, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
