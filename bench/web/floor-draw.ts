/**
 * Runs in the floor's page: fetches a screen's answers, and draws what the screen shows first. It must not use anything from outside the
 * function.
 */
export async function drawFloor(route: string, calls: readonly string[]): Promise<void> {
  type Row = Record<string, unknown>
  const answers = await Promise.all(calls.map(async (call) => ((await (await fetch(call)).json()) as { data: unknown }).data))
  const main = document.querySelector('main')!
  const add = <Tag extends keyof HTMLElementTagNameMap>(parent: Element, tag: Tag, text = '', className = '') => {
    const element = document.createElement(tag)
    element.textContent = text
    element.className = className
    parent.append(element)
    return element
  }
  const table = (rows: readonly Row[], columns: readonly string[], leadsTo: (row: Row) => string) => {
    const box = add(main, 'table', '', 'w-full')
    const head = add(add(box, 'thead'), 'tr')
    for (const column of columns) add(head, 'th', column, 'h-11 px-4 py-1')
    const body = add(box, 'tbody')
    // The rows in the window and just below it.
    for (const row of rows.slice(0, 30)) {
      const line = add(body, 'tr')
      for (const [index, column] of columns.entries()) {
        const cell = add(line, 'td', '', 'h-11 px-4 py-1')
        const value = row[column]
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        if (index === 0) add(cell, 'a', column === 'id' ? `#${text}` : text).href = leadsTo(row)
        else add(cell, 'span', text, 'line-clamp-2')
      }
    }
  }

  add(main, 'h1', 'Floor')
  if (route === '/products') {
    const grid = add(main, 'ul', '', 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3')
    for (const product of (answers[0] as readonly Row[]).slice(0, 9)) {
      const card = add(add(grid, 'li'), 'a', '', 'flex h-full flex-col')
      card.href = `/products/${String(product['id'])}`
      const picture = add(add(card, 'div', '', 'aspect-video overflow-hidden'), 'img', '', 'block size-full object-cover')
      picture.loading = 'lazy'
      picture.src = String(product['thumbnail_card'])
      for (const field of ['name', 'game_name', 'detection_status', 'update_status']) add(card, 'p', String(product[field]))
    }
  } else if (route === '/products/$id') {
    const product = answers[0] as Row
    for (const [field, value] of Object.entries(product)) {
      if (typeof value !== 'string' && typeof value !== 'boolean') continue
      const line = add(main, 'p')
      const label = add(line, 'label', field === 'name' ? 'Name' : field)
      label.htmlFor = field
      const input = add(line, 'input')
      input.id = field
      input.value = String(value)
    }
    for (const item of product['media_items'] as readonly Row[]) add(main, 'img').src = String(item['card_url'])
    for (const variant of product['variants'] as readonly Row[])
      add(main, 'button', `${String(variant['name'])} ${String(variant['price'])}`)
  } else if (route === '/purchases/orders') {
    table(
      answers[0] as readonly Row[],
      ['id', 'customer_email', 'status', 'items', 'total', 'created_at'],
      (row) => `?order=${String(row['id'])}`,
    )
  } else {
    const columns = ['product_name', 'total_quantity', 'total_revenue', 'variants_sold', 'last_purchase_at']
    table(answers[0] as readonly Row[], columns, (row) => `/products/${String(row['product_id'])}`)
  }
}
