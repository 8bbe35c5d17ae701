/** Articles by code: `{ coffee: { name, cents } }`. */
export function catalogue(articles) {
  return new Map(Object.entries(articles))
}

/** Names of all articles, for the buttons of the till. */
export function buttons(articles) {
  return [...articles.values()].map(({ name }) => name)
}
