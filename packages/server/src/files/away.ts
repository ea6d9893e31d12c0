import { AppError } from '../errors.ts'

/** The storage is full or cannot be reached: trying again may help. */
export function storageAway(cause: unknown): AppError {
  const sentence = 'The media storage is not available right now. Please try again in a moment.'
  const refusal = new AppError('unavailable', sentence, { retryAfter: 5 })
  refusal.cause = cause
  return refusal
}
