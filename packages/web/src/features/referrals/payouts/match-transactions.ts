interface Named {
  readonly id: number
}

export interface Matched {
  /** Transaction ids by the payouts that they prove. */
  readonly transactions: ReadonlyMap<number, string>
  /** What is wrong with the text; then nothing is matched. */
  readonly problem: string | null
}

const longestId = 200

/**
 * Which transaction id belongs to which payout. A line is a transaction id, for the payouts in their order; or it names its payout before
 * the id: `12 0xabc`, with a blank, a tab, a comma or a semicolon between. Blank lines do not count. A line with more in it, such as one of
 * the copied list, is refused: guessing would put the id of one payout on another.
 */
export function matchTransactions(text: string, payouts: readonly Named[]): Matched {
  const lines = linesOf(text)
  const tooLong = lines.find((line) => (line.named?.[2] ?? line.text).length > longestId)
  if (tooLong !== undefined) return refuse(`Line ${tooLong.number} is longer than ${longestId} characters`)
  const doubtful = lines.find((line) => /[\s,;]/.test(line.named?.[2] ?? line.text))
  if (doubtful !== undefined) return refuse(`Line ${doubtful.number}: a transaction ID has no blanks or commas in it`)
  const areNamed = lines.some((line) => line.named !== null)
  return areNamed ? matchByName(lines, payouts) : matchByOrder(lines, payouts)
}

/** The text without the line of a payout, so that the others keep theirs. */
export function withoutPayout(text: string, payouts: readonly Named[], { id }: Named): string {
  const lines = linesOf(text)
  const index = payouts.findIndex((payout) => payout.id === id)
  const areNamed = lines.some((line) => line.named !== null)
  return lines
    .filter((line, nth) => (areNamed ? Number(line.named?.[1]) !== id : nth !== index))
    .map((line) => line.text)
    .join('\n')
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
    .map((line) => ({ ...line, named: /^#?(\d+)[\s,;]+(\S.*)$/.exec(line.text) }))

interface Line {
  readonly number: number
  readonly text: string
  /** The payout and the transaction, if it names both. */
  readonly named: readonly string[] | null
}

function matchByOrder(lines: readonly Line[], payouts: readonly Named[]): Matched {
  if (lines.length > payouts.length) return refuse(`There are ${lines.length} lines for ${payouts.length} payouts`)
  return { transactions: new Map(lines.map((line, index) => [payouts[index]!.id, line.text])), problem: null }
}

function matchByName(lines: readonly Line[], payouts: readonly Named[]): Matched {
  const transactions = new Map<number, string>()
  for (const { number, named } of lines) {
    if (named === null) return refuse(`Line ${number} names no payout, but others do`)
    const id = Number(named[1])
    if (!payouts.some((payout) => payout.id === id)) return refuse(`Line ${number}: payout #${id} is not selected`)
    if (transactions.has(id)) return refuse(`Line ${number}: payout #${id} is named twice`)
    transactions.set(id, named[2]!)
  }
  return { transactions, problem: null }
}

const refuse = (problem: string): Matched => ({ transactions: new Map(), problem })
