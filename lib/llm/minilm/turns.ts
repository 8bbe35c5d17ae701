/** Work of several parties, who take turns, so that one with much to do does not keep the others waiting. */
export function createTurns<T>() {
  const parties: T[][] = []
  let count = 0
  return {
    add(work: readonly T[]): void {
      if (work.length > 0) parties.push([...work].reverse())
      count += work.length
    },
    /** What was taken and could not be done comes first again. */
    putBack(one: T): void {
      parties.unshift([one])
      count++
    },
    /** The next piece of work; undefined when there is none. */
    take(): T | undefined {
      const party = parties.shift()
      const one = party?.pop()
      if (party && party.length > 0) parties.push(party)
      if (party) count--
      return one
    },
    count: (): number => count,
    partyCount: (): number => parties.length,
    /** Takes everything out. */
    drain(): T[] {
      count = 0
      return parties.splice(0).flat()
    },
  }
}
