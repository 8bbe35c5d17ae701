import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { getProject, listScopeIds } from '../db/projects.ts'
import { listServedUses } from '../db/retrieval/served-uses.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { query } from '../memory/operation.ts'
import { SAMPLE_PROJECT } from '../memory/sample.ts'
import type { Source } from '../memory/source.ts'
import type { AbstractionReport } from '../memory/studies/abstraction.ts'
import type { FilterReport } from '../memory/studies/category-filter.ts'
import { gitGain } from '../memory/studies/git-gain.ts'
import type { RecurrenceReport } from '../memory/studies/recurrence.ts'
import type { ReuseReport } from '../memory/studies/reuse.ts'
import { rowsInScope } from '../retrieval/scope.ts'
import { abstraction } from '../studies/designs/abstraction.ts'
import { categoryFilter } from '../studies/designs/category-filter.ts'
import { type MispredictionView, misprediction } from '../studies/designs/misprediction.ts'
import { recurrence } from '../studies/designs/recurrence.ts'
import { reuse } from '../studies/designs/reuse.ts'
import { type ReadDeps, type ReadDesign, readStudy } from '../studies/read-study.ts'
import { readLessonGrades } from '../studies/retrieval/lesson-grades.ts'
import { measuredReplay } from '../studies/retrieval/replay.ts'
import type { Parts } from './parts.ts'

export interface AuditFigures {
  project: { id: string; name: string; source: Source }
  recurrence: RecurrenceReport
  misprediction: MispredictionView
  filter: FilterReport | null
  abstraction: AbstractionReport | null
  reuse: ReuseReport
  /** What the figures rest on. */
  basis: { entries: number; embedder: string; storeRevision: number; entriesHash: string }
}

const ofProject = z.strictObject({ project: z.string().min(1).max(200) })

/** What the audit says of a memory as it is. Nothing is written. */
export const auditApi = {
  auditRecurrence: query(ofProject, readRecurrence),
  auditReuse: query(ofProject, read(reuse)),
  /** Gain by what git says of sessions that were served. */
  gitGain: query(ofProject, async ({ project }, { store }: Parts) => {
    const { id } = await getProject(store, project)
    return gitGain(await listServedUses(store, await listScopeIds(store, id)))
  }),
  /** Null for a project without labelled questions. */
  auditAbstraction: query(ofProject, read(abstraction)),
  /** Null for a project without graded lessons. */
  auditFilter: query(ofProject, read(categoryFilter)),
  /** The predictor against the sample's written labels, or against those of the project's own subtasks. */
  auditMisprediction: query(
    ofProject.extend({ labels: z.enum(['written', 'own']).default('written') }),
    ({ project, labels }, parts: Parts) => read(misprediction(labels))({ project }, parts),
  ),
  /** All of these, and what they were computed from. */
  auditFigures: query(
    ofProject,
    async (asked, parts: Parts): Promise<AuditFigures> => ({
      project: await getProject(parts.store, asked.project),
      recurrence: await read(recurrence)(asked, parts),
      misprediction: await read(misprediction('written'))(asked, parts),
      filter: await read(categoryFilter)(asked, parts),
      abstraction: await read(abstraction)(asked, parts),
      reuse: await read(reuse)(asked, parts),
      basis: await readBasis(asked.project, parts),
    }),
    // A hash is no secret, though it looks like one.
    { leave: (given: AuditFigures) => ({ ...maskTexts(given), basis: given.basis }) },
  ),
}

/** What the audit's pages compute at a first view, in their order. */
export function auditsAhead(project: string, parts: Parts): (() => Promise<unknown>)[] {
  return [recurrence, misprediction('written'), categoryFilter, abstraction, reuse].map(
    (design) => () => read(design as ReadDesign<unknown, unknown, unknown>)({ project }, parts),
  )
}

/** Of the audit's page; the Overview cites it. */
export function readRecurrence(asked: { project: string }, parts: Parts): Promise<RecurrenceReport> {
  return read(recurrence)(asked, parts)
}

function read<Plan, Rows, Report>(design: ReadDesign<Plan, Rows, Report>) {
  return async ({ project }: { project: string }, parts: Parts): Promise<Report> =>
    await readStudy(design, await getProject(parts.store, project), readDeps(parts))
}

function readDeps(parts: Parts): ReadDeps {
  const { store, rootPath, spaces, answerDeps, sampleQueries, studyDeps } = parts
  return {
    store,
    writtenFor: ({ name }) => {
      if (name !== SAMPLE_PROJECT) return null
      const file = 'lesson-grades.jsonl'
      const lines = readFileSync(join(rootPath, 'prisma/sample', file), 'utf8')
      return { queries: sampleQueries(), grades: readLessonGrades(lines, file) }
    },
    memory: answerDeps,
    remembered: (...asked) => spaces.current().once(...asked),
    topicsOf: studyDeps.topicsOf,
    // Only ranks are shown; each metric draws numbers of its own.
    replay: async (request) => (await measuredReplay(request, studyDeps, ['mrr'])).report,
  }
}

/** What the figures of a project rest on. */
async function readBasis(name: string, { store, answerDeps }: Parts) {
  const { index } = await answerDeps()
  const { id } = await getProject(store, name)
  const rows = rowsInScope(index, { projectIds: await listScopeIds(store, id) })
  const hash = createHash('sha256')
  for (const { id: entryId, vector } of rows)
    hash.update(entryId).update(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
  return {
    entries: rows.length,
    embedder: index.embedderId,
    storeRevision: index.revision,
    entriesHash: hash.digest('hex'),
  }
}
