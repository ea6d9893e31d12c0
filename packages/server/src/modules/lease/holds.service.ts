import * as repo from './holds.repo.ts'

/** Shared holds: several holders may hold the same thing. Each hold expires at its moment, ISO 8601 in UTC. */

/** Holds something until a moment, or extends the hold. */
export const hold = repo.hold

/** Ends a hold before its moment. */
export const release = repo.release

/** Whether it has any holder now. */
export const isHeld = repo.isHeld
