/** Something that the person at the terminal has to know: printed as it stands, without a stack. */
export class Stopped extends Error {
  /** @override */
  name = 'Stopped'
}
