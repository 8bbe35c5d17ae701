/** The weight declared for a sailing, in kg. */
export function declaredKg(papers) {
  return papers.reduce((total, { kg }) => total + kg, 0)
}
