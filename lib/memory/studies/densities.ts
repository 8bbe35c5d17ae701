/** Lessons in a store at which every source of gain is looked at, so that one can be held against another. Ours. */
export const DENSITIES = [0, 1, 5, 10, 25, 50, 100, 250] as const
