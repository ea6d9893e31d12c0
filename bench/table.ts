export interface Result {
  readonly work: string
  readonly value: number
  readonly unit: string
  readonly target: string
  readonly passed: boolean
  /** The figures behind the ratio. */
  readonly more: string
}

export const toTable = (results: readonly Result[]): string =>
  results
    .map(
      ({ work, value, unit, target, passed, more }) =>
        `${passed ? '  ' : '✘ '}${work.padEnd(40)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(14)} (${target})  ${more}`,
    )
    .join('\n')
