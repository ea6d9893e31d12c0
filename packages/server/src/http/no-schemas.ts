/**
 * The contract checks what comes in and goes out (http/bind.ts). The framework's own compilers of schemas, a hundred modules which it would
 * load with every start, are never asked.
 */
export const noSchemas = { compilersFactory: { buildValidator: () => never, buildSerializer: () => never } }

function never(): never {
  throw new Error('Routes have no schemas of the framework: bind an endpoint of the contract')
}
