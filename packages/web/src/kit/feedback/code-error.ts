/** A file of the app could not be loaded: the browser is offline, or a server upgrade replaced the file. */
export class CodeError extends Error {
  override readonly name = 'CodeError'

  constructor(cause: unknown) {
    super('A part of the app could not be loaded.', { cause })
  }
}

/** Makes a dynamic import reject with a CodeError. */
export const orCodeError = <Module>(loading: Promise<Module>): Promise<Module> =>
  loading.catch((cause: unknown) => {
    throw new CodeError(cause)
  })
