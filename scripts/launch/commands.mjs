const commandNames = /** @type {const} */ ([
  'start',
  'test',
  'demo',
  'dev',
  'keydesk',
  'check',
  'build',
  'serve',
  'package',
  'format',
  'soak',
  'bench',
])

/** @typedef {(typeof commandNames)[number]} CommandName */

export const usage = `Usage: node scripts/launch.mjs ${commandNames.join('|')} [arguments]`

/**
 * @param {string} name
 * @returns {name is CommandName}
 */
export function isCommandName(name) {
  return commandNames.some((known) => known === name)
}
