import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { listPatchedEpisodes } from '../db/episodes/episode-texts.ts'
import { getProject } from '../db/projects.ts'
import { listStudies } from '../db/studies/studies.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import type { Caller } from '../memory/people.ts'
import { shownSchema } from '../memory/studies/retrieval.ts'
import { getDesign } from '../studies/designs/all-designs.ts'
import { readMinimumScore } from '../studies/designs/minimum-score.ts'
import { orderForm } from '../studies/order-form.ts'
import { readSampleQueries } from '../studies/retrieval/read-questions.ts'
import { measuredReplay, replayRequestSchema } from '../studies/retrieval/replay.ts'
import { sameFileQueries } from '../studies/retrieval/same-file-labels.ts'
import { verdictWords } from '../studies/retrieval/verdict-words.ts'
import { findStudyProgress, orderStudy } from '../studies/run-study.ts'
import { servedAgain } from '../studies/served-again.ts'
import { findStreamMoment } from '../studies/stream/stream-moment.ts'
import { findStudy, questionsOf, studyFile } from '../studies/study-views.ts'
import type { Core } from './core.ts'
import { requireOwner } from './rights.ts'

const MOST_LISTED = 50

const projectSchema = z.string().min(1).max(200)
const oneSchema = z.strictObject({ id: idSchema })

/** Everything that is measured: its order, how far it is, and what came of it. */
export const studiesApi = {
  /** Freezes a study and orders its work: the name of its design, and what that design's own schema takes. Gives its id at once. */
  orderStudy: command(
    z.strictObject({ design: z.string().max(60), order: z.record(z.string(), z.unknown()) }),
    async ({ design, order }, { studyDeps, worker, caller }: Core) => {
      requireMayEmbed(order.strategies, caller)
      const ordered = await orderStudy(design, order, studyDeps)
      worker.wake()
      return ordered
    },
  ),
  /** The order form of a design, derived from its schema, with what there is to measure in a project. */
  studyForm: query(
    z.strictObject({ design: z.string().max(60), project: projectSchema }),
    async ({ design, project }, { store, studyDeps }: Core) =>
      await orderForm(getDesign(design), await getProject(store, project), studyDeps),
    // Questions to ask.
    { leave: asItIs },
  ),
  /** The latest studies of a project, newest first; of one design where it is named. */
  listStudies: query(
    z.strictObject({ project: projectSchema, design: z.string().max(60).optional() }),
    async ({ project, design }, { store }: Core) => {
      const { id: projectId } = await getProject(store, project)
      return await listStudies(store, { projectId, ...(design ? { design } : {}) }, MOST_LISTED)
    },
  ),
  findStudy: query(oneSchema, ({ id }, { studyDeps, studyBoard, judging }: Core) =>
    findStudy(studyDeps, id, studyBoard, judging.judgedOf),
  ),
  /** How far a study is; null when no work of it is left. */
  studyProgress: query(oneSchema, ({ id }, { studyDeps, studyBoard }: Core) =>
    findStudyProgress(studyDeps, id, studyBoard),
  ),
  /** A done study as a file, piece by piece. */
  studyFile: query(
    oneSchema.extend({ format: z.enum(['json', 'csv']) }),
    ({ id, format }, { studyDeps }: Core) => studyFile(studyDeps, id, format),
    // Written page by page, each masked before it becomes text.
    { leave: asItIs },
  ),
  studyQuestions: query(
    oneSchema.extend({ shown: shownSchema, from: z.number().int().min(0) }),
    ({ id, shown, from }, { studyDeps }: Core) => questionsOf(studyDeps, id, shown, from),
  ),
  /** What was asked at one place of a replayed stream, and what each strategy gave. */
  streamMoment: query(
    oneSchema.extend({ seed: z.number().int(), position: z.number().int().min(0) }),
    (input, { store }: Core) => findStreamMoment(store, input),
  ),
  /** Scores of what labelled questions found, and the minimum score that they speak for. */
  minimumScore: query(
    z.strictObject({ project: projectSchema }),
    async ({ project }, { store, rootPath, answerDeps }: Core) =>
      await readMinimumScore(await getProject(store, project), {
        ...{ store, answerDeps, sampleQueries: () => readSampleQueries(rootPath) },
      }),
  ),
  /** What was saved and served, each asked again of the memory as it is now. */
  servedAgain: query(
    z.strictObject({ project: projectSchema, from: z.number().int().min(0).default(0) }),
    async ({ project, from }, { store, answerDeps }: Core) =>
      await servedAgain((await getProject(store, project)).id, from, store, answerDeps),
  ),
  /** Retrieval quality over labelled queries, at once: nothing is kept. */
  replay: query(replayRequestSchema, async (request, { answerDeps, studyDeps, caller }: Core) => {
    requireMayEmbed(request.strategies, caller)
    const { report, queries, episodes } = await measuredReplay(request, studyDeps)
    return {
      ...report,
      words: await verdictWords(
        request.project,
        queries,
        { episodes, grades: request.grades },
        await answerDeps(),
      ),
    }
  }),
  /** Queries whose labels come from the runs' own patches. */
  sameFileQueries: query(
    z.strictObject({ project: z.string().min(1).max(80), level: z.enum(['task', 'subtask']) }),
    async ({ project, level }, { store }: Core) =>
      sameFileQueries(await listPatchedEpisodes(store, (await getProject(store, project)).id), level),
    // Questions to ask again.
    { leave: asItIs },
  ),
}

/** `name;embedder=ID` embeds a whole memory anew, which may cost. Throws UserError `role`, `key-scope`. */
function requireMayEmbed(strategies: unknown, caller: Caller | undefined): void {
  if (JSON.stringify(strategies)?.includes(';embedder=')) requireOwner(caller)
}
