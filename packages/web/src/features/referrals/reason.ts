import { unexpectedAnswer, type ApiError } from '../../api/error.ts'

/** In the dialog: the thrown message, or a sentence of ours when the host gave none. */
export const reasonOr =
  (sentence: string) =>
  (error: ApiError): string =>
    error.code === unexpectedAnswer || error.message === '' ? sentence : error.message
