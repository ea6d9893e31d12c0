import { AppError } from '../errors.ts'

/** What cannot be reached or is full now is no fault of ours: trying again may help. */
export function storageAway(cause: unknown): AppError {
  const sentence = 'The media storage is not available right now. Please try again in a moment.'
  const refusal = new AppError('unavailable', sentence, { retryAfter: 5 })
  refusal.cause = cause
  return refusal
}
