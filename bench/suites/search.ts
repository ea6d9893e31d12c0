import { percentile } from '../load.ts'
import { openShops } from '../shops.ts'
import type { Result } from '../table.ts'

/** Search texts that a person types, varied by the index. */
const texts: Readonly<Record<string, (index: number) => string>> = {
  'an order': (index) => `#${500_000 + index}`,
  'an email': (index) => `buyer${10_000 + index}@`,
  'the beginning of every email': (index) => 'buyer'.slice(0, 2 + (index % 4)),
  'a key': (index) => `SOLD-${String(400_000 + index).padStart(8, '0')}`,
  'the first word of every product': (index) => 'product'.slice(0, 1 + (index % 7)),
  'two words': (index) => `month ${1 + (index % 1_000)}`,
  nothing: (index) => `zz${index}`,
}

/** The search of everything, in a large shop on both databases. */
export async function search(dataDir: string, scratch: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const results: Result[] = []
  for (const open of openShops(dataDir, scratch)) {
    await using shop = await open()
    const { engine, real, token } = shop
    for (const [name, textOf] of Object.entries(texts)) {
      const took: number[] = []
      for (let index = 0; index < 20 + 100 * rounds; index += 1) {
        const ms = await ask(`${real.url}/admin/search`, token, textOf(index))
        // Warm up first.
        if (index >= 20) took.push(ms)
      }
      const value = percentile(took, 0.95)
      results.push({
        ...{ work: `${engine}: ${name}`, value, unit: 'ms, p95', target: '≤ 50', passed: value <= 50 },
        more: `p50 ${percentile(took, 0.5).toFixed(1)} ms`,
      })
    }
  }
  return results
}

async function ask(url: string, authorization: string, q: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ q }),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The search for ${q} was answered with ${answer.status}`)
  return performance.now() - started
}
