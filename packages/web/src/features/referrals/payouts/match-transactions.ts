interface Named {
  readonly id: number
}

interface Matched {
  /** Transaction ids by payout id. */
  readonly transactions: ReadonlyMap<number, string>
  /** The problem of the text; then nothing is matched. */
  readonly problem: string | null
}

const longestId = 200

/**
 * Matches transaction ids with payouts. Either each line is a transaction id, in the order of the payouts; or each line begins with the id
 * of its payout: `12 0xabc`, separated by a blank, a tab, a comma or a semicolon. Blank lines do not count. A line with more parts, such as
 * a line of the copied list, is refused: a wrong guess would put the id on another payout.
 */
export function matchTransactions(text: string, payouts: readonly Named[]): Matched {
  const lines = linesOf(text)
  const tooLong = lines.find((line) => (line.named?.[2] ?? line.text).length > longestId)
  if (tooLong !== undefined) return refuse(`Line ${tooLong.number} is longer than ${longestId} characters`)
  const doubtful = lines.find((line) => /[\s,;]/.test(line.named?.[2] ?? line.text))
  if (doubtful !== undefined) return refuse(`Line ${doubtful.number}: a transaction ID must not contain spaces or commas`)
  const areNamed = lines.some((line) => line.named !== null)
  return areNamed ? matchByName(lines, payouts) : matchByOrder(lines, payouts)
}

/** The text without the line of a payout, so that the others keep their lines. */
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
  /** The match of payout and transaction, if the line names both. */
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
