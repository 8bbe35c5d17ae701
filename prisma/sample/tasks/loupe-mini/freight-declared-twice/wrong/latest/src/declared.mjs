/** The weight declared for a sailing, in kg. */
export function declaredKg(papers) {
  const sorted = papers.toSorted((a, b) => (a.filedAt < b.filedAt ? -1 : 1))
  return [...new Map(sorted.map((paper) => [paper.consignment, paper])).values()].reduce((total, { kg }) => total + kg, 0)
}
