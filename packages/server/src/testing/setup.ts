import { afterEach } from 'vitest'
import { passwordCost } from '../modules/users/passwords.ts'
import { closeTestApps } from '../testing.ts'

// The least that argon2 takes. passwords.unit.test.ts, which runs without this, holds the real cost.
Object.assign(passwordCost, { memoryCost: 8, timeCost: 1 })

afterEach(closeTestApps)
