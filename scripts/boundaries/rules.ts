export interface Rule {
  readonly name: string
  readonly why: string
  /** The files that it binds, as paths from the root. What its first group matches is the file's noun. */
  readonly from: RegExp
  readonly except?: RegExp
  /** What they must not import: a path from the root, `npm:package`, `node:module`, or `query:method` for a query that is built on the spot. */
  readonly refuses: (to: string, noun: string) => boolean
  /** Importing a type alone is fine: nothing of it runs. */
  readonly typesAreFine?: true
}

const server = 'packages/server/src/'
/** main.ts and the parts of its job, the tests' counterpart, and the door by which the command line gets at them. */
const wiring = /^packages\/server\/src\/((main|run|open-deps|start-failure|index|testing)\.ts$|testing\/)/
const test = /\.test\.tsx?$/

/** Which way imports may point. Every direction of the house stands here; cycles between modules are in module-cycles.ts, those between files the linter's. */
export const rules: readonly Rule[] = [
  {
    name: 'contract-stands-alone',
    why: 'the contract is what both sides share: it imports zod/mini alone',
    from: /^packages\/contract\/src\//,
    except: test,
    refuses: (to) => !to.startsWith('packages/contract/src/') && to !== 'npm:zod/mini',
  },
  {
    name: 'zod-mini-only',
    why: 'plain zod costs a first load 14 kB and needs eval to be fast: import zod/mini',
    from: /^(packages|e2e)\//,
    refuses: (to) => /^npm:zod(\/|$)/.test(to) && to !== 'npm:zod/mini',
  },
  {
    name: 'web-apart',
    why: 'the web app knows the server by its contract',
    from: /^packages\/web\//,
    except: /^packages\/web\/test\/|\.test\.tsx?$/,
    refuses: (to) => /^packages\/(server|bot|cli)\//.test(to),
  },
  {
    name: 'web-tests-by-the-door',
    why: 'a web test starts the server by what it exports',
    from: /^packages\/web\/(test\/|.*\.test\.tsx?$)/,
    refuses: (to) => /^packages\/(server\/(?!src\/(index|testing)\.ts$)|bot\/|cli\/)/.test(to),
  },
  {
    name: 'server-apart',
    why: 'the server knows neither the web app, nor the bot, nor the command line; main.ts puts it and the bot together',
    from: /^packages\/server\//,
    except: /^packages\/server\/src\/main\.ts$/,
    refuses: (to) => /^packages\/(web|bot|cli)\//.test(to),
  },
  {
    name: 'main-knows-the-bot',
    why: 'the server’s main.ts puts the bot behind its port, and nothing else of another package',
    from: /^packages\/server\/src\/main\.ts$/,
    refuses: (to) => /^packages\/(web|cli)\//.test(to) || (to.startsWith('packages/bot/') && to !== 'packages/bot/src/index.ts'),
  },
  {
    name: 'bot-apart',
    why: 'the bot stands behind a port, whose types are in the contract',
    from: /^packages\/bot\//,
    refuses: (to) => /^packages\/(server|web|cli)\//.test(to),
  },
  {
    name: 'stand-in-apart',
    why: 'the stand-in plays a service that knows nothing of this house',
    from: /^packages\/stand-in\//,
    refuses: (to) => to.startsWith('packages/') && !to.startsWith('packages/stand-in/'),
  },
  {
    name: 'store-client-alone',
    why: 'the store client is published by itself: it imports Node.js alone',
    from: /^packages\/store-client\/src\//,
    except: test,
    refuses: (to) => !to.startsWith('packages/store-client/src/') && !to.startsWith('node:'),
  },
  {
    name: 'stand-in-for-tests',
    why: 'the stand-in is for tests, the bench and the demo: what a seller runs talks to the real service',
    from: /^packages\//,
    except: /^packages\/(stand-in|cli\/src\/demo)\/|\.test\.tsx?$/,
    refuses: (to) => to.startsWith('packages/stand-in/'),
  },
  {
    name: 'packages-before-e2e',
    why: 'e2e/ and bench/ use the packages, never the other way round',
    from: /^packages\//,
    refuses: (to) => /^(e2e|bench)\//.test(to),
  },
  {
    name: 'packages-by-the-door',
    why: 'e2e/ and bench/ use what a package exports',
    from: /^(e2e|bench)\//,
    refuses: (to) =>
      to.startsWith('packages/') && !/^packages\/[^/]+\/src\/(index\.ts|testing\.ts|bot-port\.ts|testing\/hostile-html\.ts)$/.test(to),
  },
  {
    name: 'sql-in-repos',
    why: 'SQL stands in *.repo.ts and db/',
    from: /^packages\/(server|cli)\/src\//,
    except: /^packages\/server\/src\/(db\/|testing\/|testing\.ts$)|\.repo\.ts$|\.test\.ts$/,
    refuses: (to) => /^(npm:(kysely|better-sqlite3|pg)(\/|$)|query:)/.test(to),
  },
  {
    name: 'database-in-repos',
    why: 'only repos use db/; a service may open a transaction, health says which database serves, the error exit when it cannot, the response cache whether it has changed',
    from: /^packages\/server\/src\//,
    except: either(wiring, /^packages\/server\/src\/(db\/|http\/(health|on-error|response-cache)\.ts$)|\.(repo|test)\.ts$/),
    refuses: (to) => to.startsWith(`${server}db/`) && to !== `${server}db/transact.ts`,
    typesAreFine: true,
  },
  {
    name: 'transactions-in-services',
    why: 'a transaction is a service’s decision',
    from: /^packages\/server\/src\//,
    except: either(wiring, /^packages\/server\/src\/db\/|\.(repo|service|test)\.ts$/),
    refuses: (to) => to === `${server}db/transact.ts`,
  },
  {
    name: 'deps-are-types',
    why: 'deps.ts says what the services need and wires nothing',
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
    why: 'http/ is the frame that the modules hang in',
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
    why: 'a module enters another by its service only',
    from: /^packages\/server\/src\/modules\/([^/]+)\//,
    refuses: (to, noun) => isOther(to, `${server}modules/`, noun) && !to.endsWith('.service.ts'),
  },
  {
    name: 'features-by-data',
    why: 'a feature enters another by its -data file only',
    from: /^packages\/web\/src\/features\/([^/]+)\//,
    refuses: (to, noun) => isOther(to, 'packages/web/src/features/', noun) && !/-data\.tsx?$/.test(to),
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
    why: 'the kit is what any admin screen is made of',
    from: /^packages\/web\/src\/kit\//,
    except: test,
    refuses: (to) => /^packages\/web\/src\/(features|session)\//.test(to),
  },
  {
    name: 'toasts-in-kit',
    why: 'the toast library is the kit’s',
    from: /^packages\/web\//,
    except: /^packages\/web\/src\/kit\//,
    refuses: (to) => to === 'npm:sonner',
  },
  {
    name: 'main-wires',
    why: 'main.ts is where a program begins: nobody imports it',
    from: /^(packages|e2e|scripts)\//,
    refuses: (to) => /^packages\/[^/]+\/src\/(app\/)?main\.tsx?$/.test(to),
  },
  {
    name: 'wiring-in-main',
    why: 'the configuration is read and the database opened where the program is put together',
    from: /^packages\/server\/src\//,
    except: either(wiring, /^packages\/server\/src\/(config|db\/open)(\.unit)?\.test\.ts$/),
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
