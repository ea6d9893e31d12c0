import type { ProductInput } from '@keydesk/contract'
import { addImage, addVideo, createProduct, updateProduct, updateVariant, type Actor, type Deps } from '@keydesk/server'
import { catalogue, type DemoProduct } from './catalogue.ts'
import { drawPicture } from './picture.ts'
import type { Random } from './random.ts'

export interface Filled {
  /** Both in the order of the catalogue. */
  readonly productIds: number[]
  readonly variantIds: number[][]
}

/** Fills the catalogue through the services, as a member would. Keys are imported later. */
export async function fillProducts(deps: Deps, actor: Actor): Promise<Filled> {
  const filled: Filled = { productIds: [], variantIds: [] }
  // The list shows the newest first; the catalogue is in the order of display.
  for (let index = catalogue.length - 1; index >= 0; index -= 1) {
    const demo = catalogue[index]!
    const variants = demo.variants.map(([name, price]) => ({ name, price, keys: [] }))
    const { id, variants: made } = await createProduct(deps, actor, { name: demo.name, description: demo.description, variants })
    filled.productIds[index] = id
    filled.variantIds[index] = made.map((variant) => variant.id)
    await updateProduct(deps, actor, id, { ...describe(demo), unlisted: false, sales_paused: false })
    // Every other product has a threshold of its own.
    for (const variant of index % 2 === 0 ? made : []) await updateVariant(deps, actor, variant.id, { low_stock_threshold: 5 })
  }
  return filled
}

/** Pictures and videos. Drawing and storing them runs in other threads, beside the orders. */
export async function fillMedia(deps: Deps, actor: Actor, random: Random, { productIds }: Filled): Promise<void> {
  for (const [index, id] of productIds.entries()) {
    // One in seven has no picture, as in a real shop.
    if (index % 7 === 3) continue
    const { name } = catalogue[index]!
    await addImage(deps, actor, id, await drawPicture(name, random))
    // Drawing and decoding is most of what the demo waits for.
    if (index % 9 === 0) await addImage(deps, actor, id, await drawPicture(name, random))
    if (random.chance(0.4)) await addVideo(deps, actor, id, `https://vimeo.com/${random.between(100_000_000, 999_999_999)}`)
  }
}

/** Hides and pauses products, after their orders are created. */
export async function closeProducts(deps: Deps, actor: Actor, { productIds }: Filled): Promise<void> {
  for (const [index, { details }] of catalogue.entries()) {
    const { unlisted = false, sales_paused = false } = details
    if (unlisted || sales_paused) await updateProduct(deps, actor, productIds[index]!, { unlisted, sales_paused })
  }
}

function describe({ name, description, category, details }: DemoProduct): ProductInput {
  return {
    ...details,
    category,
    full_description: `<h2>What you get</h2><p>${description}</p><ul><li><p>A licence key, delivered at once</p></li><li><p>Every update while it lasts</p></li></ul><blockquote><p>Set up in five minutes, and then forgotten.</p></blockquote>`,
    requirements:
      '<ul><li><p>64-bit Windows</p></li><li><p>8 GB of memory</p></li><li><p>Virtualisation on in the firmware settings</p></li></ul>',
    instructions: `1. Download the loader of ${name}.\n2. Start it as administrator.\n3. Enter your key, and wait for the green light.`,
    faq: [
      { question: 'When do I get my key?', answer: 'At once, on the page after the payment and by email.' },
      { question: 'Can I move it to another machine?', answer: 'Once a month, from the loader itself.' },
    ],
    updates: [
      { title: 'Faster start', date: '2026-10-02', description: '<p>The loader is ready in half the time.</p>' },
      { title: 'Ready for the new season', date: '2026-11-12', description: '<p>Works with the newest patch.</p>' },
    ],
  }
}
