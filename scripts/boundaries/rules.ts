import { mayUseTable } from './table-owners.ts'

export interface Rule {
  readonly name: string
  readonly why: string
  /** The files that it binds, as paths from the root. Its first group, if any, is the noun of the file. */
  readonly from: RegExp
  readonly except?: RegExp
  /**
   * What they must not import: a path from the root, `npm:package`, `node:module`, `query:method` for a query that the file builds, or
   * `table:name` for a table that a query names.
   */
  readonly refuses: (to: string, noun: string, file: string) => boolean
  /** Types may be imported: they do not exist at run time. */
  readonly typesAreFine?: true
}

const server = 'packages/server/src/'
/** main.ts with its parts, what tests use instead, and the entry point of the command line. */
const wiring = /^packages\/server\/src\/((main|run|open-deps|start-failure|index|testing)\.ts$|testing\/)/
const test = /\.test\.tsx?$/

/** Which way imports may point. Cycles between modules are in module-cycles.ts; the linter finds those between files. */
export const rules: readonly Rule[] = [
  {
    name: 'contract-imports-zod-only',
    why: 'both sides share the contract, so it imports only zod/mini',
    from: /^packages\/contract\/src\//,
    except: test,
    refuses: (to) => !to.startsWith('packages/contract/src/') && to !== 'npm:zod/mini',
  },
  {
    name: 'docs-for-openapi-only',
    why: 'only the OpenAPI document needs these texts: imported elsewhere they may reach the browser',
    from: /^(packages|e2e|bench)\//,
    except: /^packages\/(contract\/src\/(docs|describe|.+\.docs)\.ts$|server\/src\/http\/openapi\/)|\.test\.tsx?$/,
    refuses: (to) => /^packages\/contract\/src\/(docs|describe|.+\.docs)\.ts$/.test(to),
  },
  {
    name: 'zod-mini-only',
    why: 'plain zod costs a first load 14 kB and needs eval to be fast: import zod/mini',
    from: /^(packages|e2e)\//,
    refuses: (to) => /^npm:zod(\/|$)/.test(to) && to !== 'npm:zod/mini',
  },
  {
    name: 'web-imports-no-server',
    why: 'the web app knows the server only by its contract',
    from: /^packages\/web\//,
    except: /^packages\/web\/test\/|\.test\.tsx?$/,
    refuses: (to) => /^packages\/(server|bot|cli)\//.test(to),
  },
  {
    name: 'web-tests-by-entry-point',
    why: 'a web test uses only what the server exports',
    from: /^packages\/web\/(test\/|.*\.test\.tsx?$)/,
    refuses: (to) => /^packages\/(server\/(?!src\/(index|testing)\.ts$)|bot\/|cli\/)/.test(to),
  },
  {
    name: 'server-imports-no-client',
    why: 'the server knows neither the web app, the bot nor the command line; main.ts connects it with the bot',
    from: /^packages\/server\//,
    except: /^packages\/server\/src\/main\.ts$/,
    refuses: (to) => /^packages\/(web|bot|cli)\//.test(to),
  },
  {
    name: 'main-imports-bot-only',
    why: 'the server’s main.ts imports the bot by its entry point, and no other package',
    from: /^packages\/server\/src\/main\.ts$/,
    refuses: (to) => /^packages\/(web|cli)\//.test(to) || (to.startsWith('packages/bot/') && to !== 'packages/bot/src/index.ts'),
  },
  {
    name: 'bot-imports-port-only',
    why: 'the bot implements a port, whose types are in the contract',
    from: /^packages\/bot\//,
    refuses: (to) => /^packages\/(server|web|cli)\//.test(to),
  },
  {
    name: 'stand-in-imports-nothing',
    why: 'the stand-in replaces a service that knows nothing of Keydesk',
    from: /^packages\/stand-in\//,
    refuses: (to) => to.startsWith('packages/') && !to.startsWith('packages/stand-in/'),
  },
  {
    name: 'store-client-imports-node-only',
    why: 'the store client is published on its own, so it imports only Node.js',
    from: /^packages\/store-client\/src\//,
    except: test,
    refuses: (to) => !to.startsWith('packages/store-client/src/') && !to.startsWith('node:'),
  },
  {
    name: 'stand-in-for-tests',
    why: 'the stand-in is for tests, the bench and the demo: a seller’s installation uses the real service',
    from: /^packages\//,
    except: /^packages\/(stand-in|cli\/src\/demo|server\/src\/testing)\/|\.test\.tsx?$/,
    refuses: (to) => to.startsWith('packages/stand-in/'),
  },
  {
    name: 'packages-before-e2e',
    why: 'e2e/ and bench/ use the packages, never the other way round',
    from: /^packages\//,
    refuses: (to) => /^(e2e|bench)\//.test(to),
  },
  {
    name: 'packages-by-entry-point',
    why: 'e2e/ and bench/ use what a package exports',
    from: /^(e2e|bench)\//,
    refuses: (to) =>
      to.startsWith('packages/') && !/^packages\/[^/]+\/src\/(index\.ts|testing\.ts|bot-port\.ts|testing\/hostile-html\.ts)$/.test(to),
  },
  {
    name: 'sql-in-repos',
    why: 'SQL is in *.repo.ts and db/',
    from: /^packages\/(server|cli)\/src\//,
    except: /^packages\/server\/src\/(db\/|testing\/|testing\.ts$)|\.repo\.ts$|\.test\.ts$/,
    refuses: (to) => /^(npm:(kysely|better-sqlite3|pg)(\/|$)|query:)/.test(to),
  },
  {
    name: 'tables-by-owner',
    why: 'a table is read and written by the repos of its module: ask the service of its owner (scripts/boundaries/table-owners.ts)',
    from: /^packages\/server\/src\/modules\/([^/]+)\/.*\.repo\.ts$/,
    // They recount and save every table.
    except: /\/modules\/(doctor|backup)\//,
    refuses: (to, noun, file) => to.startsWith('table:') && !mayUseTable(to.slice('table:'.length), noun, file),
  },
  {
    name: 'database-in-repos',
    why: 'only repos use db/; services may open transactions, health and the log of failures report the state of the database, the response cache asks whether it has changed, and a backup records the version of the schema',
    from: /^packages\/server\/src\//,
    except: either(wiring, /^packages\/server\/src\/(db\/|failure-log\.ts$|http\/(health|response-cache)\.ts$)|\.(repo|test)\.ts$/),
    refuses: (to, _noun, file) =>
      to.startsWith(`${server}db/`) &&
      to !== `${server}db/transact.ts` &&
      !(to === `${server}db/migrate.ts` && file.startsWith(`${server}modules/backup/`)),
    typesAreFine: true,
  },
  {
    name: 'transactions-in-services',
    why: 'services decide about transactions',
    from: /^packages\/server\/src\//,
    except: either(wiring, /^packages\/server\/src\/db\/|\.(repo|service|test)\.ts$/),
    refuses: (to) => to === `${server}db/transact.ts`,
  },
  {
    name: 'deps-are-types',
    why: 'deps.ts has only the types of what services need',
    from: /^packages\/server\/src\/deps\.ts$/,
    refuses: () => true,
    typesAreFine: true,
  },
  {
    name: 'no-http-below-routes',
    why: 'services, repos and rules know nothing of HTTP',
    from: /\.(service|repo|rules)\.ts$/,
    refuses: (to) => /^(npm:(fastify|@fastify)(\/|$)|node:https?$)/.test(to) || to.startsWith(`${server}http/`),
  },
  {
    name: 'routes-call-services',
    why: 'a route reaches the database through a service',
    from: /\.routes\.ts$/,
    refuses: (to) => to.endsWith('.repo.ts'),
  },
  {
    name: 'services-below-routes',
    why: 'a service does not know who calls it',
    from: /\.service\.ts$/,
    refuses: (to) => to.endsWith('.routes.ts'),
  },
  {
    name: 'repos-at-the-bottom',
    why: 'a repo imports nothing above it',
    from: /\.repo\.ts$/,
    refuses: (to) => /\.(service|routes)\.ts$/.test(to) || to === `${server}app.ts`,
  },
  {
    name: 'http-without-modules',
    why: 'http/ carries the modules and does not know them',
    from: /^packages\/server\/src\/http\//,
    except: test,
    refuses: (to) => to.startsWith(`${server}modules/`),
  },
  {
    name: 'db-at-the-bottom',
    why: 'db/ imports neither modules nor HTTP',
    from: /^packages\/server\/src\/db\//,
    except: test,
    refuses: (to) => to.startsWith(`${server}modules/`) || to.startsWith(`${server}http/`),
  },
  {
    name: 'modules-by-service',
    why: 'a module uses another by its service only',
    from: /^packages\/server\/src\/modules\/([^/]+)\//,
    refuses: (to, noun) => isOther(to, `${server}modules/`, noun) && !to.endsWith('.service.ts'),
  },
  {
    name: 'features-by-data',
    why: 'a feature uses another by its data.ts, its parts.tsx or its pending.tsx',
    from: /^packages\/web\/src\/features\/([^/]+)\//,
    refuses: (to, noun) => isOther(to, 'packages/web/src/features/', noun) && !/\/(data|parts|pending)\.tsx?$/.test(to),
  },
  {
    name: 'api-below-screens',
    why: 'the client knows neither the kit nor the features',
    from: /^packages\/web\/src\/api\//,
    except: test,
    refuses: (to) => /^packages\/web\/src\/(kit|features)\//.test(to),
  },
  {
    name: 'kit-knows-no-noun',
    why: 'the kit has the parts of any admin screen',
    from: /^packages\/web\/src\/kit\//,
    except: test,
    refuses: (to) => /^packages\/web\/src\/(features|session)\//.test(to),
  },
  {
    name: 'toasts-in-kit',
    why: 'only the kit uses the toast library',
    from: /^packages\/web\//,
    except: /^packages\/web\/src\/kit\//,
    refuses: (to) => to === 'npm:sonner',
  },
  {
    name: 'main-wires',
    why: 'main.ts starts a program: nothing imports it',
    from: /^(packages|e2e|scripts)\//,
    refuses: (to) => /^packages\/[^/]+\/src\/(app\/)?main\.tsx?$/.test(to),
  },
  {
    name: 'wiring-in-main',
    why: 'only the wiring reads the configuration and opens the database',
    from: /^packages\/server\/src\//,
    except: either(wiring, /^packages\/server\/src\/(config|run|db\/open)(\.unit)?\.test\.ts$/),
    refuses: (to) => to === `${server}config.ts` || to === `${server}db/open.ts`,
    typesAreFine: true,
  },
]

function either(one: RegExp, other: RegExp): RegExp {
  return new RegExp(`${one.source}|${other.source}`)
}

function isOther(to: string, folder: string, noun: string): boolean {
  return to.startsWith(folder) && !to.startsWith(`${folder}${noun}/`)
}
