import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { describeBuild } from './build/describe-build.ts'
import { firstLoad } from './build/first-load.ts'
import { precompress } from './build/precompress.ts'

const api = process.env.KEYDESK_API ?? 'http://127.0.0.1:4000'
/** What the server answers itself; everything else is the web app's. */
const served = [
  '/auth',
  '/admin',
  '/products/id',
  '/games-list',
  '/media',
  '/store',
  '/health',
  '/ready',
  '/openapi.json',
  '/docs',
  '/o',
  '/lost',
]

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../../node_modules/.cache/vite'),
  plugins: [react(), tailwind(), describeBuild(), firstLoad(['theme.js']), precompress()],
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
            // Menus and popovers load after the screen.
            {
              name: 'floating',
              test: /floating-ui|radix-ui[\\/]react-(?:arrow|dropdown-menu|menu|popover|popper)|src[\\/]kit[\\/]overlay[\\/](?:menu-entries|popover)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Menus share it with tabs.
            { name: 'roving', test: /radix-ui[\\/]react-(?:collection|roving-focus)/, priority: 1, includeDependenciesRecursively: false },
            // What only screens with lists need.
            {
              name: 'lists',
              test: /@tanstack[\\/](?:react-)?virtual|kit[\\/]table[\\/](?:data-table|virtual-list|load-more|row-actions|searched-list|sort-by)|kit[\\/]layout[\\/]toolbar|kit[\\/]controls[\\/](?:date-|search-input|tab)|features[\\/]customers[\\/]parts/,
              priority: 1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What only screens and dialogs that edit need.
            {
              name: 'editing',
              test: /kit[\\/]form[\\/](?:use-editing|use-draft|use-unsaved|three-way|draft-offer|conflict-dialog|form-dialog|outside-text)/,
              priority: 1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What the list of orders and the drawer share.
            {
              name: 'order-parts',
              test: /features[\\/]orders[\\/]\w+\.tsx?$/,
              priority: 1,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'shared', minShareCount: 8, includeDependenciesRecursively: false },
            // One file rather than a dozen of a few hundred bytes each. The text editor loads late.
            {
              name: 'kit',
              test: /lucide-react|api[\\/]list-query|query[\\/].*nfinite|src[\\/]kit[\\/](?!rich-text|controls[\\/](?:choice-list|combobox|file-drop)|feedback[\\/]progress|overlay[\\/](?:facts|menu-entries|popover))/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
