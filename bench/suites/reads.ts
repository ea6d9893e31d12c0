import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { realPaths, type FloorRead } from '../floor-queries.ts'
import { measure, medianOf, type Measured } from '../load.ts'
import { signIn, startFloor, startKeydesk } from '../servers.ts'
import type { Result } from '../table.ts'

/** Reads over HTTP against a bare server that reads the same rows and sends the same bytes. */
export async function reads(dataDir: string, { rounds, seconds }: { rounds: number; seconds: number }): Promise<Result[]> {
  const real = await startKeydesk(dataDir)
  const authorization = await signIn(real)
  const bodies: Partial<Record<FloorRead, string>> = {}
  const names = Object.keys(realPaths) as FloorRead[]
  for (const name of names) bodies[name] = await (await fetch(real.url + realPaths[name], { headers: { authorization } })).text()
  const file = join(dataDir, 'floor-bodies.json')
  writeFileSync(file, JSON.stringify(bodies))
  const floor = await startFloor(dataDir, file)
  const results: Result[] = []
  for (const name of names) {
    const ours: Measured[] = []
    const theirs: Measured[] = []
    await measure(real, realPaths[name], { authorization }, 1)
    await measure(floor, `/${name}`, {}, 1)
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(await measure(floor, `/${name}`, {}, seconds))
      ours.push(await measure(real, realPaths[name], { authorization }, seconds))
    }
    results.push({
      work: `GET ${name}`,
      value: medianOf(ours, 'perSecond') / medianOf(theirs, 'perSecond'),
      unit: 'of the floor',
      target: '≥ 0.6',
      passed: medianOf(ours, 'perSecond') / medianOf(theirs, 'perSecond') >= 0.6,
      more: `${Math.round(medianOf(ours, 'perSecond'))}/s against ${Math.round(medianOf(theirs, 'perSecond'))}/s, ${medianOf(ours, 'cpu').toFixed(2)} CPU ms against ${medianOf(theirs, 'cpu').toFixed(2)}, p50 ${medianOf(ours, 'p50')} ms`,
    })
  }
  await floor.stop()
  await real.stop()
  return results
}
