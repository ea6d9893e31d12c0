/** A message for the person at the terminal: printed without a stack. */
export class Stopped extends Error {
  /** @override */
  name = 'Stopped'
}
