import { afterEach } from 'vitest'
import { closeTestApps } from '../testing.ts'

afterEach(closeTestApps)
