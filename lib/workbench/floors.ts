import type { Category } from '../memory/category.ts'

/**
 * How near a lesson must lie to be told, a cosine; null = the stage does not ask. Chosen on the training tasks of `fresh` alone, by
 * `scripts/make/choose-floors.ts`: the floor at which most of them were resolved with the lessons of all other functions, each
 * stage by itself; the highest where several are alike, and silence where none resolved more than no memory (125 of 160).
 */
export const FLOORS: Readonly<Record<Category, number | null>> = {
  ANALYZE: null,
  REPRODUCE: 0.8,
  EDIT: 0.8,
  VERIFY: null,
}
