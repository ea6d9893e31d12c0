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
  ...screen('/notifications', 'notifications/notifications-screen.ts'),
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
        // Few files: each costs a request. What changes with the lock file alone stays cached across releases.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            // What every signed-in screen needs: how answers are read, then the frame and what screens share.
            { name: 'answers', test: /src[\\/]api[\\/]answer/, priority: 1 },
            { name: 'frame', test: /src[\\/]app[\\/]frame|icons[\\/]key-round\./, priority: 1 },
            // Not every screen has a table.
            {
              name: 'table',
              test: /kit[\\/](?:data-table|plain-rows|virtual-rows|searched-list)|virtual-core|react-virtual/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // The calls of two nouns, which several lazy parts use: apart, or the screens without them would load them as shared.
            {
              name: 'order-calls',
              test: /contract[\\/]src[\\/]orders|features[\\/]orders[\\/](?:orders-data|order-address)|customers[\\/]customer-link/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'drawer', test: /kit[\\/]drawer/, priority: 1, includeDependenciesRecursively: false },
            {
              name: 'product-calls',
              test: /contract[\\/]src[\\/](?:products|variants|media|product-options|key-rules)|features[\\/]products[\\/](?:keys[\\/]key-text|products-data)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // What several panels and dialogs of the user menu use, and no screen.
            {
              name: 'account-parts',
              test: /contract[\\/]src[\\/](?:account|team|sessions|api-keys|permissions|new-password)\.|icons[\\/]monitor-x\.|kit[\\/](?:panel-section|shown-once)|session[\\/](?:role-summaries|account-data|two-factor|scan-step|step-form|recovery-codes|qr-code)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // What the panel of all activity and the histories of things use.
            {
              name: 'history',
              test: /contract[\\/]src[\\/]activity|features[\\/]history[\\/](?!history-parts|difference-view|text-difference|activity-)|icons[\\/](?:undo-2|log-in|circle-plus)\./,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'key-life', test: /orders[\\/]key-life/, priority: 1, includeDependenciesRecursively: false },
            // Screens without rich text would load it as shared.
            {
              name: 'rich-text',
              test: /contract[\\/]src[\\/]rich-text|products[\\/]rich-text[\\/](?:early-text|look)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Screens without pictures would load them as shared.
            {
              name: 'pictures',
              test: /products[\\/]media[\\/](?:media-tile|video-link)|kit[\\/](?:picture|placeholder)|icons[\\/](?:star|external-link)\.m?js/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Screens without payouts would load them as shared.
            {
              name: 'payout-parts',
              test: /contract[\\/]src[\\/](?:referrals|csv)|features[\\/]referrals[\\/](?:reason|referral-format|referrals-data|status-badge|payouts[\\/](?:payouts-data|flag-words|payouts-csv))/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'shared', minShareCount: 3, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
