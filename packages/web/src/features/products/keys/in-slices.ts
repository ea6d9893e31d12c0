/** How many keys are looked at in one go: some ten milliseconds on a slow machine. */
const sliceSize = 10_000

/** Goes through many items without holding the page: between slices it may draw and listen. */
export async function inSlices<Item>(items: readonly Item[], look: (item: Item, index: number) => void): Promise<void> {
  for (let from = 0; from < items.length; from += sliceSize) {
    if (from > 0) await breathe()
    const to = Math.min(from + sliceSize, items.length)
    for (let index = from; index < to; index += 1) look(items[index]!, index)
  }
}

const breathe = () => new Promise((resolve) => setTimeout(resolve))
