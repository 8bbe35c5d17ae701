/** The place of an item among those that were begun: `before` ends when the one before it has ended. */
export type Turn = { before: Promise<void>; end: () => void }

/** Gives each item its turn, in the order in which they ask. */
export function createTurns(): () => Turn {
  let last = Promise.resolve()
  return () => {
    const before = last
    const own = Promise.withResolvers<void>()
    last = own.promise
    return { before, end: own.resolve }
  }
}
