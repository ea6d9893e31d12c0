/** Half a frame: what comes in meanwhile is answered with the next one. */
const sliceMs = 8

/** Goes through many items without holding the page: between slices it may draw and listen. */
export async function inSlices<Item>(items: readonly Item[], look: (item: Item, index: number) => void): Promise<void> {
  let began = performance.now()
  for (const [index, item] of items.entries()) {
    if (performance.now() - began > sliceMs) {
      await breathe()
      began = performance.now()
    }
    look(item, index)
  }
}

const breathe = () => new Promise((resolve) => setTimeout(resolve))
