import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const browser = process.env['KEYDESK_BROWSER'] || '/usr/bin/chromium'

/**
 * Parts of the browser that no journey looks at. The first two draw the list under the address bar and the third is a page in waiting:
 * processes that start with each window. The others are Playwright's own list, which this flag replaces.
 */
const withoutFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/journeys',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A limit for what hangs, not a stopwatch: the machine may be shared and slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // A trace takes a quarter of the work of a journey: `npm test -- e2e PATH --trace retain-on-failure` where a picture does not tell enough.
    screenshot: 'only-on-failure',
    // The style sheet turns animations off then: no journey looks at a dialog that is half faded in.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without one at either place, Playwright looks for its own.
      executablePath: existsSync(browser) ? browser : undefined,
      args: [
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${withoutFeatures.join(',')}`,
      ],
    },
  },
})
