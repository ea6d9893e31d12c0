import { defineConfig } from 'vitest/config'

const inPackages = (...patterns: string[]) => patterns.map((pattern) => `packages/${pattern}`)
const serverTests = [...inPackages('server/{src,test}/**/*.test.ts', 'cli/src/**/*.test.ts'), 'e2e/{discord,faults}/*.test.ts']
/** Pure tests, which no database changes: run once, and not once a database. */
const unitTests = inPackages('{server,cli,bot}/{src,test}/**/*.unit.test.ts')
const closeServers = 'packages/server/test/setup.ts'
const buildServer = 'packages/server/test/build.ts'

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    // Each worker holds a whole server, and the PostgreSQL of the tests runs beside them.
    maxWorkers: 2,
    // One file after the other in the same process, which loads the code once: each test makes its own server and database, and ends them.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    hookTimeout: 30_000,
    testTimeout: 60_000,
    // A limit for what hangs: the machine may be shared and slow.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'contract', include: inPackages('contract/src/**/*.test.ts') } },
      { extends: true, test: { name: 'unit', include: unitTests, globalSetup: buildServer, isolate: true } },
      { extends: true, test: { name: 'repo', include: ['scripts/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api-sqlite',
          include: serverTests,
          exclude: unitTests,
          setupFiles: closeServers,
          env: { KEYDESK_TEST_DB: 'sqlite' },
          globalSetup: buildServer,
        },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          include: serverTests,
          exclude: unitTests,
          setupFiles: closeServers,
          env: { KEYDESK_TEST_DB: 'postgres' },
          globalSetup: [buildServer, 'packages/server/test/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api-s3',
          // Everything that stores or reads an image, once more with a bucket in the place of the folder.
          include: inPackages('server/src/modules/media/*.test.ts', 'server/src/http/media-files.test.ts'),
          exclude: unitTests,
          setupFiles: closeServers,
          env: { KEYDESK_TEST_DB: 'sqlite', KEYDESK_TEST_MEDIA: 's3' },
        },
      },
      {
        extends: './packages/web/vite.config.ts',
        root: '.',
        test: {
          name: 'web',
          include: inPackages('web/{src,test,build}/**/*.test.{ts,tsx}'),
          environment: 'jsdom',
          setupFiles: 'packages/web/test/setup.ts',
          env: { KEYDESK_TEST_DB: 'sqlite', TZ: 'UTC' },
          maxWorkers: 2,
          // Libraries keep the timers of the window that they were loaded in, which goes with its file.
          isolate: true,
          restoreMocks: true,
          unstubGlobals: true,
          hookTimeout: 30_000,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
