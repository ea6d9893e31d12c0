/** What a customer buys: one key of one of 3,000 variants, another one each turn. */
export const cartOf = (turn: number) => ({
  customer_email: `buyer${turn}@example.com`,
  items: [{ variant_id: 1 + ((turn * 97) % 3_000), quantity: 1 }],
})

interface Order {
  readonly id: number
  /** Once it is completed. */
  readonly page_url: string
}

/** A purchase and its completion. Throws if either is refused. */
export async function sell(url: string, authorization: string, turn: number): Promise<Order> {
  const { data } = await post('/store/purchases', cartOf(turn))
  return (await post(`/store/purchases/${data.id}/complete`, {})).data

  async function post(path: string, body: object): Promise<{ data: Order }> {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { data: Order }
  }
}
