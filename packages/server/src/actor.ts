/** Who makes a change; every activity row names one. */
export interface Actor {
  readonly kind: 'admin' | 'store' | 'system'
  readonly id: number | null
  readonly name: string
}

export const system: Actor = { kind: 'system', id: null, name: 'system' }

/** Somebody who has the address of an order's page. */
export const customer: Actor = { kind: 'system', id: null, name: 'the customer' }
