import { afterEach } from 'vitest'
import { closeTestApps } from '../src/testing.ts'

afterEach(closeTestApps)
