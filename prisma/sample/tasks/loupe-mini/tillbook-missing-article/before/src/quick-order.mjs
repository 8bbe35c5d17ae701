/** What an order keyed in by codes comes to, in cents. */
export function totalOf(articles, order) {
  const prices = order.map(({ code, count }) => articles.get(code)?.cents * count)
  return prices.reduce((total, price) => total + price, 0)
}
