export interface Result {
  readonly work: string
  readonly value: number
  readonly unit: string
  readonly target: string
  readonly passed: boolean
  /** The figures behind the ratio. */
  readonly more: string
}

/** If one figure cannot be measured, the other figures of a long suite are still reported. */
export const failed =
  (work: string) =>
  (error: unknown): Result[] => {
    console.error(error)
    return [{ work, value: Number.NaN, unit: '', target: 'failed', passed: false, more: String(error).split('\n', 1)[0]! }]
  }

export const toTable = (results: readonly Result[]): string =>
  results
    .map(
      ({ work, value, unit, target, passed, more }) =>
        `${passed ? '  ' : '✘ '}${work.padEnd(54)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(14)} (${target})  ${more}`,
    )
    .join('\n')
