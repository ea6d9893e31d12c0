import { type ReaderReply, type ReaderRequest, replyTo, createKeyReader } from './key-reader.ts'

/** A message with the number of its request. */
export interface Numbered<Message> {
  readonly round: number
  readonly message: Message
}

// TypeScript has the types of a page, where `self` is a window.
const scope = self as unknown as Worker
const read = createKeyReader()
let before = Promise.resolve()

scope.addEventListener('message', ({ data }: MessageEvent<Numbered<ReaderRequest>>) => {
  // In order: a choice needs the text of the request before.
  before = replyAfter(before, data)
})

async function replyAfter(turn: Promise<void>, { round, message }: Numbered<ReaderRequest>): Promise<void> {
  await turn
  let reported = -1
  const progress = (percent: number) => {
    if (percent !== reported) post(round, { is: 'progress', percent })
    reported = percent
  }
  post(round, await replyTo(read(message, progress)))
}

/** Transfers the arrays instead of copying them. */
function post(round: number, message: ReaderReply): void {
  const { json, starts, lines } = message.is === 'read' ? message.found.lines : {}
  const transfer = [json, starts, lines].flatMap((array) => array?.buffer ?? [])
  scope.postMessage({ round, message } satisfies Numbered<ReaderReply>, transfer)
}
