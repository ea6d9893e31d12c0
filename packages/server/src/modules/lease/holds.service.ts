import * as repo from './holds.repo.ts'

/** What several may hold at once: as long as anybody does, others leave something alone. A hold ends by itself at its moment, ISO 8601 in UTC. */

/** Holds something until a moment, or longer than before. */
export const hold = repo.hold

export const release = repo.release

/** Whether anybody holds it now. */
export const isHeld = repo.isHeld
