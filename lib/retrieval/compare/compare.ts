import { CATEGORIES } from '../../memory/category.ts'
import type { ColumnAnswer, CompareColumn, CompareRequest, Comparison } from '../../memory/compare.ts'
import { UserError } from '../../memory/errors.ts'
import type { RetrievalAnswer, RetrieveRequest, WhatIf } from '../../memory/retrieval.ts'
import { type ChanceSource, unrelatedOf } from '../chance.ts'
import { type RetrievalDeps, retrieve } from '../retrieve.ts'
import type { Scope } from '../scope.ts'
import { getStrategy } from '../strategies/all-strategies.ts'

/** What answers are made of, and what chance looks like beside them. */
export type PicturedDeps = RetrievalDeps & ChanceSource

interface CompareDeps {
  /** Over the memory as it is now, in a space of vectors; the current one when none is named. */
  present(embedder?: string): Promise<PicturedDeps>
  /** Over the memory as it was at an instant; `goneCount` as in `PastMemory`. */
  past(project: string, asOf: string, embedder?: string): Promise<{ deps: PicturedDeps; goneCount: number }>
  /** Ids of the live entries of a project that a filter matches. */
  matching(project: string, filter: string): Promise<string[]>
  /** The other categories, for a text that says what the agent is about to do. */
  whatIf(asked: RetrieveRequest): Promise<WhatIf>
}

/**
 * The same text asked of several columns, each a strategy over a state of the memory. Reads only; nothing is logged.
 * A column that cannot be asked says why beside the others; when none can, the first one's UserError is thrown.
 */
export async function compare(request: CompareRequest, deps: CompareDeps): Promise<Comparison> {
  const { columns, ...asked } = request
  const answered: ColumnAnswer[] = []
  const refusals: UserError[] = []
  for (const column of columns) {
    try {
      answered.push(await answerColumn(column, asked, deps))
    } catch (error) {
      // A text that cannot be searched by is the fault of no column.
      if (!(error instanceof UserError) || error.place === 'text') throw error
      refusals.push(error)
      answered.push({
        column,
        memory: null,
        answer: null,
        fault: { message: error.message, hint: error.hint },
      })
    }
  }
  if (refusals[0] && refusals.length === columns.length) throw refusals[0]
  const isSubtask = asked.mode === 'subtask' || asked.category !== undefined
  const subtask = { ...asked, mode: 'subtask' as const, strategy: 'subtask', floor: null }
  return {
    columns: answered,
    whatIf: isSubtask ? await deps.whatIf(subtask) : null,
  }
}

async function answerColumn(
  column: CompareColumn,
  asked: Omit<CompareRequest, 'columns'>,
  deps: CompareDeps,
): Promise<ColumnAnswer> {
  const { strategy, floor, asOf, embedder = asked.embedder } = column
  const without = column.without === '' ? null : await plannedDeletion(column.without, asked.project, deps)
  const { deps: memory, goneCount } =
    asOf === null
      ? { deps: await deps.present(embedder), goneCount: 0 }
      : await deps.past(asked.project, asOf, embedder)
  const seen = narrowed(memory, column, without)
  const answer = await retrieve({ ...asked, strategy, floor }, seen)
  const { scope } = await seen.projectScope(asked.project)
  return {
    column,
    memory: {
      revision: answer.revision,
      entryCount: answer.considered,
      withoutCount: without?.length ?? null,
      goneCount,
    },
    answer,
    unrelated: await unrelatedFor(answer, scope, seen),
    fault: null,
  }
}

/** What chance looks like for a column; null where its scores are no cosines of descriptions. */
async function unrelatedFor(
  { strategy, intent: { category }, kept, considered, hits: [best] }: RetrievalAnswer,
  scope: Scope,
  deps: PicturedDeps,
) {
  if (!getStrategy(strategy).cosineOfDescriptions) return null
  return unrelatedOf(
    await deps.chance({ scope, category, pools: kept === considered ? CATEGORIES : [category] }),
    best?.score ?? null,
  )
}

/** The same memory, seen by a scope that stops at a place of the stream and leaves out what is planned to go. */
function narrowed(
  deps: PicturedDeps,
  { position }: CompareColumn,
  without: readonly string[] | null,
): PicturedDeps {
  return {
    ...deps,
    projectScope: async (project) => {
      const found = await deps.projectScope(project)
      const scope: Scope = {
        ...found.scope,
        ...(position === null ? {} : { before: { position } }),
        ...(without === null ? {} : { without }),
      }
      return { ...found, scope }
    },
  }
}

const ENTRY_ID = /^m_[0-9A-HJKMNP-TV-Z]{26}$/

async function plannedDeletion(
  text: string,
  project: string,
  { matching }: Pick<CompareDeps, 'matching'>,
): Promise<string[]> {
  const words = text.split(/[\s,]+/)
  if (words.every((word) => ENTRY_ID.test(word))) return [...new Set(words)].sort()
  if (words.some((word) => ENTRY_ID.test(word)))
    throw new UserError('mixed-deletion', 'A planned deletion is a list of ids or a filter, not both.', {
      hint: 'Give ids alone, or a filter such as category:EDIT repo:shop.',
      place: 'without',
    })
  return (await matching(project, text)).sort()
}
