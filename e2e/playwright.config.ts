import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const browser = process.env['KEYDESK_BROWSER'] || '/usr/bin/chromium-headless-shell'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/journeys',
  // On two cores, since some journeys wait most of their time.
  workers: 3,
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
      // If neither place has one, Playwright looks for its own.
      executablePath: existsSync(browser) ? browser : undefined,
      args: [
        // Text is as wide as on a person's screen, in fractions of a pixel.
        '--font-render-hinting=none',
        // Frames that nobody sees do not travel to another process: a twentieth of the work.
        '--in-process-gpu',
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
