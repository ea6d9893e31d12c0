import { constants, setPriority } from 'node:os'
import { findDamage } from './damage.ts'

// Looks for damage in the database file that the parent names. A process of its own: the check blocks, and the parent can kill it.
setPriority(constants.priority.PRIORITY_LOW)
process.send?.({ damage: findDamage(process.argv[2]!, 'quick_check') }, () => process.disconnect())
