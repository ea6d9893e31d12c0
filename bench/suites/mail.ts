import { startMailbox } from '@keydesk/stand-in'
import { join } from 'node:path'
import { percentile } from '../load.ts'
import { openShops } from '../shops.ts'
import type { Result } from '../table.ts'
import { selling } from './live.ts'
import { readFor } from './million.ts'

/** How much slower a read may be for the mails. */
const most = 1.25
const seconds = 15

/** Every list, search and statistic in turn beside 20 sales a second, with a mail for each sale and without mails. */
export async function mail(dataDir: string, scratch: string): Promise<Result[]> {
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox()
  stack.defer(mailbox.close)
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com', PUBLIC_URL: 'http://127.0.0.1' }
  const without = openShops(dataDir, join(scratch, 'without'))
  const results: Result[] = []
  for (const [nth, open] of openShops(dataDir, join(scratch, 'with'), settings).entries()) {
    const plain = await readBesideSales(without[nth]!)
    const before = mailbox.mails.length
    const mailed = await readBesideSales(open, (sold) => waitFor(() => mailbox.mails.length - before >= sold))
    const value = mailed.p50 / plain.p50
    results.push({
      ...{
        work: `${mailed.engine}: reads beside 20 mailed sales/s`,
        value,
        unit: 'of without',
        target: `≤ ${most}`,
        passed: value <= most,
      },
      more:
        `p50 ${mailed.p50.toFixed(1)} and ${plain.p50.toFixed(1)} ms, p95 ${mailed.p95.toFixed(0)} and ${plain.p95.toFixed(0)}; ` +
        `${mailed.sold} mails, the last ${mailed.lateMs.toFixed(0)} ms after the last sale`,
    })
  }
  return results
}

async function readBesideSales(open: ReturnType<typeof openShops>[number], afterwards = async (_sold: number): Promise<void> => undefined) {
  await using shop = await open()
  const took: number[] = []
  const sold = await selling(shop, 20, async () => {
    const end = performance.now() + seconds * 1_000
    for (let turn = 0; performance.now() < end; turn += 1) took.push((await readFor(shop, turn)).ms)
  })
  const over = performance.now()
  await afterwards(sold)
  const lateMs = performance.now() - over
  return { engine: shop.engine, sold, lateMs, p50: percentile(took, 0.5), p95: percentile(took, 0.95) }
}

async function waitFor(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isSo()) {
    if (performance.now() > end) throw new Error('Not every sale was mailed within a minute')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
