/** An environment that cannot be used. The message names the variable and what it should be, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
