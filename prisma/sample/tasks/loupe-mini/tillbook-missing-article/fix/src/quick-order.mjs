/** What an order keyed in by codes comes to, in cents. */
export function totalOf(articles, order) {
  const prices = order.map(({ code, count }) => {
    if (!articles.has(code)) throw new Error(`no article has the code ${code}`)
    return articles.get(code).cents * count
  })
  return prices.reduce((total, price) => total + price, 0)
}
