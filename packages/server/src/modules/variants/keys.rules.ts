import { checkKeyValue } from '@keydesk/contract'
import { invalid } from '../../errors.ts'

/**
 * The lines of the keys panel as values: trimmed, blank ones dropped (spec section 5, "Variant keys").
 * @param field where the list stands in the body
 * @throws 400 that names the line of the first value that cannot be a key
 */
export function cleanKeys(lines: readonly string[], field = 'keys'): string[] {
  const values: string[] = []
  for (const [index, line] of lines.entries()) {
    const value = line.trim()
    if (value === '') continue
    const problem = checkKeyValue(value)
    if (problem !== undefined) {
      const message = `Line ${index + 1}: ${problem}`
      throw invalid(message, { [field]: message })
    }
    values.push(value)
  }
  return values
}
