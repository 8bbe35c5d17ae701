/** The weight declared for a sailing, in kg. */
export function declaredKg(papers) {
  const valid = new Map()
  for (const paper of papers) {
    const known = valid.get(paper.consignment)
    if (!known || paper.filedAt < known.filedAt) valid.set(paper.consignment, paper)
  }
  return [...valid.values()].reduce((total, { kg }) => total + kg, 0)
}
