import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../load.ts'
import { openShops, type Shop } from '../shops.ts'
import type { Result } from '../table.ts'

const rows = 50_000
const products = 100

interface Preview {
  readonly counts: { readonly new: number }
}
interface Import {
  readonly id: number
  readonly state: string
  readonly stored: number
}

/** Moves a shop of 50,000 products and orders in, through the API, on both databases. */
export async function shopImports(dataDir: string, scratch: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const results: Result[] = []
  for (const open of openShops(dataDir, scratch)) {
    await using shop = await open()
    const { engine } = shop
    for (const [name, kind, file] of [
      ['products of WooCommerce', 'products', wooProducts()],
      ['orders of Shopify', 'orders', shopifyOrders()],
    ] as const) {
      if (kind === 'orders') await send(shop, 'products', 'keydesk', ownProducts(), '')
      const took: number[] = []
      let counted = 0
      for (let round = 0; round < rounds; round += 1) {
        const started = performance.now()
        const preview = (await send(shop, kind, kind === 'products' ? 'woocommerce' : 'shopify', file, '?dry_run=true')) as Preview
        took.push((performance.now() - started) / 1000)
        counted = preview.counts.new
      }
      const value = median(took)
      const more = `${counted} new, ${(file.length / 1e6).toFixed(0)} MB`
      results.push({ work: `${engine}: dry run, 50,000 ${name}`, value, unit: 's', target: '< 5', passed: value < 5, more })
    }
    results.push(...(await storeOrders(shop)))
  }
  return results
}

/** Stores half of the orders and cancels, then stores all. */
async function storeOrders(shop: Shop): Promise<Result[]> {
  const start = async () => ((await send(shop, 'orders', 'shopify', shopifyOrders(), '?wait=false')) as Import).id
  const cancelled = await start()
  await until(shop, cancelled, (found) => existing(found).stored > rows / 2)
  const pressed = performance.now()
  await shop.admin('POST', `/admin/shop-imports/${cancelled}/cancel`)
  await until(shop, cancelled, (found) => found === undefined)
  const removed = (performance.now() - pressed) / 1000
  const left = (await shop.admin('GET', '/admin/purchases/orders?q=%40past.example')) as { meta: { total: number } }

  const began = performance.now()
  const stored = await start()
  const accepted = (performance.now() - began) / 1000
  await until(shop, stored, (found) => existing(found).state === 'done')
  const value = (performance.now() - began) / 1000
  const { engine } = shop
  const none = { unit: 's', target: 'none', passed: true }
  return [
    { ...none, work: `${engine}: cancelled with half of 50,000 orders stored`, value: removed, more: `${left.meta.total} orders left` },
    { ...none, work: `${engine}: storing 50,000 orders`, value, more: `of which ${accepted.toFixed(1)} s until it begins` },
  ]
}

/** An import that was cancelled and leaves nothing is removed. */
function existing(found: Import | undefined): Import {
  if (found === undefined || found.state === 'failed') throw new Error('The import failed')
  return found
}

async function until(shop: Shop, id: number, isDone: (found: Import | undefined) => boolean): Promise<void> {
  for (;;) {
    const { data } = (await shop.admin('GET', '/admin/shop-imports')) as { data: Import[] }
    if (isDone(data.find((each) => each.id === id))) return
    await wait(50)
  }
}

async function send({ real, token }: Shop, kind: string, format: string, file: string, query: string): Promise<unknown> {
  const body = new FormData()
  body.append('kind', kind)
  body.append('format', format)
  body.append('file', new Blob([file]), 'shop.csv')
  const answer = await fetch(`${real.url}/admin/shop-imports${query}`, { method: 'POST', headers: { authorization: token }, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The import was answered with ${answer.status}: ${text.slice(0, 200)}`)
  return (JSON.parse(text) as { data: unknown }).data
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A fifth of the rows are products with descriptions, the others are their variations. */
function wooProducts(): string {
  const titles = [
    'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts"',
    '"Date sale price ends","Tax status","In stock?",Stock,"Purchase note","Sale price","Regular price",Categories,Tags,Images,Parent,Position',
    '"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global"',
  ].join(',')
  const text = range(12)
    .map((line) => `<p>Line ${line} says what it is, <strong>with</strong> some &amp; more.</p>`)
    .join(String.raw`\n`)
  const lines = range(rows / 5).map((index) => {
    const id = index * 10
    const parent = `${id},variable,P-${id},"Imported ${index}",1,0,visible,"<p>Short, and plain</p>","${text}",,,taxable,1,,,,,"Tools > Cheats",new,,,0,Time,"1, 7, 30, 90",1,1`
    const variations = [1, 7, 30, 90].map(
      (days, nth) =>
        `${id + nth + 1},"variation, virtual",P-${id}-${days},"Imported ${index} - ${days}",1,0,visible,,"${text}",,,taxable,1,,,,${days}.99,,,,P-${id},${nth},Time,${days},,1`,
    )
    return [parent, ...variations].join('\n')
  })
  return `\ufeff${titles}\n${lines.join('\n')}\n`
}

const ownProducts = (): string =>
  `Product,Variant,Price,SKU\n${range(products)
    .map((index) => `Moved ${index},Month,10,M-${index}\n`)
    .join('')}`

function shopifyOrders(): string {
  const titles =
    'Name,Email,Financial Status,Paid at,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Refunded Amount,Lineitem discount'
  const lines = range(rows).map((index) => {
    const at = new Date(1_600_000_000_000 + index * 600_000).toISOString().replace('T', ' ').slice(0, 19)
    const product = index % products
    return `#${1000 + index},buyer${index % 9_000}@past.example,paid,${at} +0000,USD,10.00,0.00,0.00,10.00,,0.00,${at} +0000,1,Moved ${product} - Month,10.00,M-${product},0.00,0.00`
  })
  return `${titles}\n${lines.join('\n')}\n`
}
