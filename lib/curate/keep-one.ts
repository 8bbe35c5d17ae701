import { listPairs } from '../db/findings/findings.ts'
import type { Tx } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'
import type { EntryFilter } from '../memory/filter/entry-filter.ts'
import { type Expression, parseExpression } from '../memory/filter/filter-expression.ts'
import { clustersOf } from '../memory/findings/worklist.ts'

const DETECTOR = 'near-duplicate'

/**
 * Refuses a retirement for being duplicates that would leave none of a cluster: a lesson told twice is still a lesson.
 * Clusters are those of the open near-duplicate findings at this moment, and of the `loose` pairs that a person was shown
 * below those. Throws UserError `whole-cluster`.
 */
export async function requireOneStays(
  tx: Tx,
  input: {
    projectId: string
    entryIds: string[]
    minScore: number | null
    loose?: readonly { older: string; newer: string }[] | undefined
  },
): Promise<void> {
  const { projectId, entryIds, minScore, loose = [] } = input
  const leaving = new Set(entryIds)
  const clusters = clustersOf([
    ...(await listPairs(tx, { projectId, detector: DETECTOR, minScore })),
    ...loose,
  ])
  const lost = clusters.filter((ids) => ids.every((id) => leaving.has(id)))
  if (lost.length === 0) return
  const [first] = lost
  throw new UserError(
    'whole-cluster',
    lost.length === 1
      ? `All ${first?.length} entries of a cluster of near-duplicates would go, and the lesson with them.`
      : `${lost.length} clusters of near-duplicates would go whole, and their lessons with them.`,
    { hint: 'Keep one of each, or merge them. Nothing was changed.', status: 409 },
  )
}

/** True when a filter picks entries for being near-duplicates. */
export function aimsAtDuplicates({
  facets,
  expression,
}: Pick<EntryFilter, 'facets' | 'expression'>): boolean {
  return facets.finding?.includes(DETECTOR) === true || names(parseExpression(expression ?? ''))
}

function names(expression: Expression | null): boolean {
  if (expression === null || expression.kind === 'words' || expression.kind === 'not') return false
  if (expression.kind === 'field')
    return (
      expression.field === 'finding' &&
      expression.values.some((value) =>
        // Stars beside each other say what one says, and each would multiply the ways to fail.
        new RegExp(`^${value.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`, 'i').test(
          DETECTOR,
        ),
      )
    )
  return expression.parts.some(names)
}
