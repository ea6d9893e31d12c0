import { component } from './describe.ts'
import { errorBody, type ErrorKind } from './errors.ts'

export const errorComponents = {
  Refusal: component(errorBody, 'Why a call was refused.', {
    message: 'For a person.',
    code: 'For a program, such as `out_of_stock`.',
    fields: 'A sentence for each field that is not valid.',
    current: 'With `stale_version`: what is stored now.',
    data: 'With `price_changed`: what the cart costs now. With `payouts_refused`: which payouts, and why.',
  }),
}

export const refusalTexts: Readonly<Record<ErrorKind, string>> = {
  invalid_input: 'What was sent is malformed or not valid; `fields` says what is wrong with which field.',
  unauthenticated: 'The credentials are missing, wrong, or no longer live.',
  forbidden: 'The credentials are good, but do not allow this.',
  not_found: 'There is no such thing.',
  conflict: 'Stored data conflicts with it: a duplicate, a stale version, too little stock.',
  gone: 'It was there, and is over for good.',
  too_large: 'The body is too large.',
  unsupported_media: 'The body is of a type that the call does not take.',
  rule_violated: 'A rule of the shop says no.',
  too_many_requests: 'Too many requests or failed attempts.',
  internal: 'A fault of the server.',
  unavailable: 'The server cannot do its work right now, for instance because the database does not answer.',
}
