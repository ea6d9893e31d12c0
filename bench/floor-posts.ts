import { request } from 'node:http'

/** Posts the same body in a loop, eight at a time and each on its own connection, and does nothing else. */

const [url = '', count = '0', body = ''] = process.argv.slice(2)
let left = Number(count)

const post = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent: false, headers }, (response) => response.resume().on('close', resolve))
    sent.on('error', reject)
    sent.end(body)
  })

async function lane(): Promise<void> {
  while (left > 0) {
    left -= 1
    await post()
  }
}

process.stdout.write(`Floor at ${url}\n`)
await Promise.all(Array.from({ length: 8 }, lane))
