import { z } from 'zod'
import { getEntries, matchingIds } from '../db/entries/entries.ts'
import { type AskedQuery, listAskedQueries, listStandIns } from '../db/entries/impact-queries.ts'
import { listScopeIds } from '../db/projects.ts'
import { CATEGORIES } from '../memory/category.ts'
import { categorySchema, descriptionSchema } from '../memory/entry.ts'
import { askedFilterSchema } from '../memory/filter/entry-filter.ts'
import { query } from '../memory/operation.ts'
import { cosine } from '../memory/similarity.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { ImpactView } from '../memory/views/curation.ts'
import type { CosineIndex, Pool, Scored } from '../retrieval/cosine-index.ts'
import { scopeFilter } from '../retrieval/scope.ts'
import { type Curates, idSchema, idsSchema, type Questions } from './curation.ts'

/** What is planned: these entries leave the pool; in a merge one of them stays with another description. */
const inputSchema = z.strictObject({
  projectId: idSchema,
  entryIds: idsSchema,
  survivor: z
    .strictObject({ entryId: idSchema, category: categorySchema })
    .extend(descriptionSchema.shape)
    .optional(),
})
type ImpactInput = z.infer<typeof inputSchema>

export const impact = query(
  inputSchema,
  async (input, { curation }: Curates) => await previewImpact(input, await curation.questions()),
)

/** Impact of retiring everything that a filter means; null when it means nothing. */
export const filterImpact = query(
  z.strictObject({ filter: askedFilterSchema }),
  async ({ filter }, { curation }: Curates): Promise<ImpactView | null> => {
    const deps = await curation.questions()
    const entryIds = await matchingIds(deps.store, await curation.resolveFilter(filter))
    return entryIds.length === 0 ? null : await previewImpact({ projectId: filter.projectId, entryIds }, deps)
  },
)

/** Below so many different questions the log says too little, and stored subtasks stand in. */
const THIN_LOG = 30
/** Questions asked again at most; each is one pass over a category. Ours: keeps the answer under 2 s at 10,000 entries. */
const ASKED = 300
const SHOWN = 100

/**
 * Which questions would get another entry, or none, if these entries left: each asked once of the pool with and without
 * them. Without any question to ask the counts are null: unknown, not none.
 */
export async function previewImpact(
  input: ImpactInput,
  { store, index, embedder, servable }: Questions,
): Promise<ImpactView> {
  const log = await listAskedQueries(store, input.projectId, input.entryIds, ASKED)
  const isThin = log.queries.length < THIN_LOG
  const standIns = isThin ? await listStandIns(store, input.projectId, ASKED) : null
  const asked = [...log.queries, ...(standIns?.queries ?? [])]
  const basis =
    standIns && standIns.queries.length > 0 ? (log.queries.length > 0 ? 'both' : 'subtasks') : 'log'

  const leaving = new Set(input.entryIds)
  const projectIds = await listScopeIds(store, input.projectId)
  const survivor = input.survivor && {
    ...input.survivor,
    vector: (await embedder.embed([descriptionText(input.survivor)]))[0] ?? new Float32Array(0),
  }
  const vectors = await embedder.embed(asked.map(({ description }) => descriptionText(description)))

  const answersOf = (withheld: ReadonlySet<string>) => {
    const poolOf = poolsOf(index, projectIds, { leaving, withheld })
    return asked.flatMap((one, i) => {
      const vector = vectors[i]
      const pool = poolOf.get(one.query.category)
      if (!vector || !pool) return []
      const best = winner(pool.staying, vector, one.floor)
      const lost = winner(pool.leaving, vector, one.floor)
      const stays =
        survivor && survivor.category === one.query.category
          ? atLeast({ entryId: survivor.entryId, score: cosine(vector, survivor.vector) }, one.floor)
          : null
      return [{ asked: one, from: better(best, lost), to: better(best, stays) }]
    })
  }
  const changed = (await served(answersOf, { store, servable })).filter(
    ({ from, to }) => from?.entryId !== to?.entryId,
  )

  const shown = changed.slice(0, SHOWN)
  const ids = shown.flatMap(({ from, to }) => [from, to].flatMap((one) => (one ? [one.entryId] : [])))
  const named = new Map((await getEntries(store, [...new Set(ids)])).map((entry) => [entry.id, entry]))
  const name = (one: Winner | null) =>
    one && { ...one, title: named.get(one.entryId)?.experience.title ?? null }
  const isKnown = asked.length > 0
  return {
    basis: isKnown ? basis : null,
    logCount: log.logCount,
    otherStrategyCount: log.otherStrategyCount,
    logReadCount: log.readCount,
    standInCount: standIns?.population ?? 0,
    standInAskedCount: standIns?.queries.length ?? 0,
    askedCount: asked.length,
    changedCount: isKnown ? changed.length : null,
    noneCount: isKnown ? changed.filter(({ to }) => to === null).length : null,
    rows: shown.map(({ asked: { query }, from, to }) => ({ query, from: name(from), to: name(to) })),
    revision: index.revision,
  }
}

type Winner = { entryId: string; score: number }
type Answer = { asked: AskedQuery; from: Winner | null; to: Winner | null }

/** The answers as they are served: asked again without whoever won and is withheld for a secret, until nobody is. */
async function served(
  answersOf: (withheld: ReadonlySet<string>) => Answer[],
  { store, servable }: Pick<Questions, 'store' | 'servable'>,
): Promise<Answer[]> {
  const withheld = new Set<string>()
  for (;;) {
    const answers = answersOf(withheld)
    const ids = new Set(answers.flatMap(({ from, to }) => [from, to].flatMap((one) => one?.entryId ?? [])))
    const may = await servable([...ids])
    const kept = new Set(may.map(({ id }) => id))
    const out = new Set((await getEntries(store, [...ids])).flatMap(({ id }) => (kept.has(id) ? [] : id)))
    if (out.size === 0) return answers
    for (const id of out) withheld.add(id)
  }
}

function winner(pool: Pool, query: Float32Array, floor: number | null): Winner | null {
  const [best] = pool.nearest(query, 1) as [Scored?]
  return atLeast(best ? { entryId: best.id, score: best.score } : null, floor)
}

function atLeast(one: Winner | null, floor: number | null): Winner | null {
  return one !== null && floor !== null && one.score < floor ? null : one
}

/** The higher score; a tie goes to the highest id, as in retrieval. */
function better(a: Winner | null, b: Winner | null): Winner | null {
  if (a === null || b === null) return a ?? b
  if (a.score !== b.score) return a.score > b.score ? a : b
  return a.entryId > b.entryId ? a : b
}

/** Each category of a scope in two: what stays, and what leaves. */
function poolsOf(
  index: CosineIndex,
  projectIds: string[],
  { leaving, withheld }: Record<'leaving' | 'withheld', ReadonlySet<string>>,
) {
  const admits = scopeFilter({ projectIds, without: [...withheld] }).admits ?? (() => true)
  const pools = CATEGORIES.map(
    (category) =>
      [
        category,
        {
          staying: index.pool(category, { admits: (row) => admits(row) && !leaving.has(row.id) }),
          leaving: index.pool(category, { admits: (row) => admits(row) && leaving.has(row.id) }),
        },
      ] as const,
  )
  return new Map(pools)
}
