/**
 * The contract checks requests and answers (http/bind.ts). The framework's own schema compilers, a hundred modules that it would load at
 * every start, are not used.
 */
export const noSchemas = { compilersFactory: { buildValidator: () => never, buildSerializer: () => never } }

function never(): never {
  throw new Error('Routes have no schemas of the framework: bind an endpoint of the contract')
}
