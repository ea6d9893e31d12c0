import { defineConfig } from 'vitest/config'

const inPackages = (...patterns: string[]) => patterns.map((pattern) => `packages/${pattern}`)
const serverTests = [...inPackages('{server,cli,store-client}/src/**/*.test.ts'), 'e2e/{discord,faults}/*.test.ts']
/** Tests that start no server: run once, and not once a database. `npm run check` runs them. */
const unitTests = inPackages('{server,cli,bot}/src/**/*.unit.test.ts')
/** What no database changes, though its tests start a server: its start and end, HTTP itself, who is let in, images, rich text, the store client, and commands, whose tests make a SQLite file. */
const withoutSql = inPackages(
  'server/src/run.test.ts',
  'server/src/http/!(health|response-cache).test.ts',
  'server/src/hostile/{raw-http,authorisation,roles}.test.ts',
  'server/src/modules/media/{images,image-refusals,image-queue,hostile-images}.test.ts',
  'server/src/modules/products/product-html.test.ts',
  'store-client/src/*.test.ts',
  'cli/src/!(demo-dry-run).test.ts',
)
/** The disk of a SQLite database and of images. */
const ofDisk = 'e2e/faults/disk.test.ts'
/** What stores and removes files: on PostgreSQL in a folder, on SQLite in a bucket. */
const storesFiles = inPackages('server/src/modules/media/{media,uploads,unused-files}.test.ts')
const fixedSeed = 'fixed-seed.ts'
const setUp = 'packages/server/src/testing/setup.ts'
const buildServer = 'packages/server/src/testing/processes/build-server.ts'

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    // On two cores, since some tests wait most of their time. More would slow each other down: each holds a whole server, and PostgreSQL runs beside them.
    maxWorkers: 3,
    // One file after the other in the same process, which loads the code once: each test makes its own server and database, and ends them.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    hookTimeout: 30_000,
    testTimeout: 60_000,
    // A limit for what hangs: the machine may be shared and slow.
    // What is waited for takes a few milliseconds: the usual 50 between two looks would be most of a test's time.
    expect: { poll: { timeout: 15_000, interval: 15 } },
    projects: [
      { extends: true, test: { name: 'contract', include: inPackages('contract/src/**/*.test.ts'), setupFiles: fixedSeed } },
      { extends: true, test: { name: 'unit', include: unitTests, setupFiles: fixedSeed, globalSetup: buildServer } },
      { extends: true, test: { name: 'repo', include: ['scripts/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api-sqlite',
          include: serverTests,
          exclude: [...unitTests, ...storesFiles],
          setupFiles: setUp,
          env: { KEYDESK_TEST_DB: 'sqlite' },
          globalSetup: buildServer,
        },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          include: serverTests,
          exclude: [...unitTests, ...withoutSql, ofDisk],
          setupFiles: setUp,
          env: { KEYDESK_TEST_DB: 'postgres' },
          globalSetup: [buildServer, 'packages/server/src/testing/databases/start-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api-s3',
          // With a bucket in the place of the folder.
          include: [...storesFiles, ...inPackages('server/src/http/media-files.test.ts')],
          setupFiles: setUp,
          env: { KEYDESK_TEST_DB: 'sqlite', KEYDESK_TEST_MEDIA: 's3' },
        },
      },
      {
        extends: './packages/web/vite.config.ts',
        root: '.',
        test: {
          name: 'web',
          include: inPackages('web/{src,test,build}/**/*.test.{ts,tsx}'),
          // One window for all files of a worker, which setup.ts empties after each test: libraries keep the window that they were loaded in.
          environment: 'jsdom',
          setupFiles: [fixedSeed, 'packages/web/test/setup.ts'],
          env: { KEYDESK_TEST_DB: 'sqlite', TZ: 'UTC' },
          maxWorkers: 3,
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          hookTimeout: 30_000,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
