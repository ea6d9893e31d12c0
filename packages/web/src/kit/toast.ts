import { toast as sonner } from 'sonner'

/** How an action went, in one sentence. */
export const toast = {
  success: (text: string): void => void sonner.success(text),
  error: (text: string): void => void sonner.error(text),
}
