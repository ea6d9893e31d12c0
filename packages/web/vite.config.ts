import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { describeBuild } from './build/describe-build.ts'
import { firstLoad } from './build/first-load.ts'
import { precompress } from './build/precompress.ts'

const { HOST, PORT, KEYDESK_API } = process.env
const api = KEYDESK_API || `http://${HOST || '127.0.0.1'}:${PORT || 4000}`
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

/** A group without what its modules import. */
const alone = { includeDependenciesRecursively: false }

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
        // Every screen runs most of these files: browsers that know the hint compile them while they arrive, beside the main thread.
        postBanner: ({ name }) => (/^(?:libraries|index|frame)$/.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
        // Few files, and little that a screen does not need: docs/decisions/0049-chunks-of-the-web-app.md.
        codeSplitting: {
          groups: [
            // What changes with the lock file alone stays cached across releases.
            {
              name: 'libraries',
              test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|class-variance-authority|clsx|@tanstack[\\/](?:query-core|react-query|react-router|router-core|history|store|react-store))[\\/](?!.*(?:nfinite|ueries|useBlocker))/,
              priority: 4,
              ...alone,
            },
            { name: 'app', tags: ['$initial'], priority: 3 },
            // The login page, and what it shares with the screens and dialogs that have a form.
            {
              name: 'form',
              test: /react-hook-form|kit[\\/]form[\\/](?:field|form-check)\.|features[\\/]login[\\/](?:index|login|code-field|card-parts|social-buttons)|provider-names/,
              priority: 3,
              ...alone,
            },
            // What every screen needs, and the small parts that several screens or late parts share.
            {
              name: 'frame',
              test: /web[\\/]src[\\/](?:app[\\/]frame|api|routes|kit[\\/](?:feedback|layout|text|overlay[\\/](?:drawer|use-dialog)|controls[\\/](?!tabs|choice|combobox|date-(?:filter|range)|file|filter-chip|stepper|.*popover)))|contract[\\/]src[\\/](?:team[\\/]guarded|lists)|features[\\/](?:.+[\\/]pending|history[\\/]parts|orders[\\/]filters|products[\\/](?:data|duplicate\.|format|parts))|icons[\\/](?:arrow-(?:up|down)|chevron|circle-check|download|ellipsis|external|eye|key-round|pencil|play|plus|rotate|send|star|trash|triangle)/,
              priority: 2,
            },
            // Menus and popovers load after the screen.
            {
              name: 'floating',
              test: /floating-ui|radix-ui[\\/]react-(?:arrow|dropdown-menu|menu|popover|popper)|kit[\\/]overlay[\\/](?:menu-entries|popover)/,
              priority: 1,
              ...alone,
            },
            // Menus share it with tabs.
            { name: 'roving', test: /radix-ui[\\/]react-(?:collection|direction|roving-focus|use-is-hydrated)/, priority: 1, ...alone },
            // Orders, the Activity and late parts alone have these.
            { name: 'filters', test: /kit[\\/]controls[\\/](?:date-(?:filter|range)|filter-chip)/, priority: 1, ...alone },
            // What only screens with lists need.
            {
              name: 'lists',
              test: /@tanstack[\\/](?:react-)?virtual|nfinite|kit[\\/]table|features[\\/](?:customers|referrals)[\\/]parts/,
              priority: 1,
              minShareCount: 2,
              ...alone,
            },
            // What else only screens and dialogs that edit need.
            {
              name: 'editing',
              test: /kit[\\/](?:form[\\/](?!checkbox-list|conflict-dialog|shown-once)|controls[\\/]combobox)|useBlocker|field-labels/,
              priority: 1,
              minShareCount: 2,
              ...alone,
            },
            // All else that a screen needs is one file, which its late parts use too.
            {
              name: (id) => /(\w+)[\\/]index\.ts$/.exec(id)?.[1] ?? null,
              debugName: 'screens',
              test: /web[\\/]src[\\/]features[\\/].+[\\/]index\.ts$/,
            },
          ],
        },
      },
    },
  },
})
