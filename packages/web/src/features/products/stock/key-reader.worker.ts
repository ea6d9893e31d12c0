import { type Answer, type Ask, answerTo, createKeyReader } from './key-reader.ts'

/** What both sides send beside the question and the answer: which question it is. */
export interface Numbered<Message> {
  readonly round: number
  readonly message: Message
}

// The types are those of a page, where `self` is a window.
const scope = self as unknown as Worker
const read = createKeyReader()
let before = Promise.resolve()

scope.addEventListener('message', ({ data }: MessageEvent<Numbered<Ask>>) => {
  // One after the other: a choice follows the text that it is about.
  before = answerAfter(before, data)
})

async function answerAfter(turn: Promise<void>, { round, message }: Numbered<Ask>): Promise<void> {
  await turn
  let told = -1
  const progress = (percent: number) => {
    if (percent !== told) tell(round, { is: 'progress', percent })
    told = percent
  }
  tell(round, await answerTo(read(message, progress)))
}

/** What was read is handed over, not copied. */
function tell(round: number, message: Answer): void {
  const { json, starts, lines } = message.is === 'read' ? message.found.lines : {}
  const transfer = [json, starts, lines].flatMap((array) => array?.buffer ?? [])
  scope.postMessage({ round, message } satisfies Numbered<Answer>, transfer)
}
