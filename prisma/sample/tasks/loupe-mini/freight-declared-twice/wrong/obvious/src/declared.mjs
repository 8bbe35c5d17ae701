/** The weight declared for a sailing, in kg. */
export function declaredKg(papers) {
  return [...new Map(papers.map((paper) => [paper.consignment, paper])).values()].reduce((total, { kg }) => total + kg, 0)
}
