import { migrations } from '../../db/migrations/index.ts'
import { run } from '../../run.ts'
import { madeUpMigrations } from './next-version.ts'

// The program of a later version, with made-up migrations for each of so many upgrades.

const upgrades = Number(process.env['MADE_UP_UPGRADES'])
for (let upgrade = 1; upgrade <= upgrades; upgrade += 1)
  Object.assign(migrations, madeUpMigrations(`_${String(upgrade).padStart(3, '0')}_`))
await run(process.env, () => Promise.reject(new Error('This program has no bot')))
