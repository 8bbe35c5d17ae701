import { accept } from '../curate/accept.ts'
import { store } from '../curate/add-entry.ts'
import { bulk, previewBulk } from '../curate/bulk.ts'
import { edit } from '../curate/edit.ts'
import { filterImpact, impact } from '../curate/impact.ts'
import { labelSubtask } from '../curate/label-subtask.ts'
import { merge } from '../curate/merge.ts'
import { addNote, deleteNote } from '../curate/notes.ts'
import { pin } from '../curate/pin.ts'
import { purge } from '../curate/purge/purge.ts'
import { purgeRun } from '../curate/purge/purge-run.ts'
import { recategorise } from '../curate/recategorise.ts'
import { restore } from '../curate/restore.ts'
import { retire } from '../curate/retire.ts'
import { review } from '../curate/review.ts'
import { countSource, rollback } from '../curate/rollback-source.ts'
import { split } from '../curate/split.ts'
import { carry, copy, move } from '../curate/transfer/copy.ts'
import { bringEntries } from '../curate/transfer/import-entries.ts'
import { undo } from '../curate/undo.ts'
import { withholdExcerpts } from '../curate/withhold-excerpts.ts'
import type { AnyCommand } from '../memory/command.ts'
import type { Services } from '../services/services.ts'
import {
  addRuns,
  planComparison,
  previewRuns,
  removeRuns,
  restorePlan,
  restoreRuns,
  withdrawPlan,
} from './experiments.ts'
import { nextToLabel } from './labelling.ts'
import * as models from './models.ts'
import {
  activityChanges,
  deleteView,
  saveView,
  setInjectionRule,
  setReviewGate,
  verifyChain,
  withholdAtRandom,
} from './project.ts'
import {
  compare,
  explain,
  explore,
  judge,
  keepServed,
  orderBatch,
  replay,
  reportOutcomes,
  retrieve,
  sameFileQueries,
  saveRetrieval,
  serve,
  wrongTurns,
} from './retrieval.ts'
import { orderStreamReplay, streamMoment } from './streams.ts'
import * as triage from './triage.ts'
import * as work from './work.ts'
import { openAttempt, orderWorkbench } from './workbench.ts'

/** Everything that Loupe can be asked to do. A new verb is a file of its own and a line here. */
export const COMMANDS = [
  // entries
  store,
  edit,
  recategorise,
  retire,
  restore,
  review,
  accept,
  pin,
  merge,
  split,
  copy,
  move,
  carry,
  purge,
  purgeRun,
  undo,
  rollback,
  countSource,
  bulk,
  previewBulk,
  impact,
  filterImpact,
  bringEntries,
  addNote,
  deleteNote,
  labelSubtask,
  nextToLabel,
  // what detectors found, what waits, samples
  triage.worklists,
  triage.scan,
  triage.listWorklist,
  triage.listClusters,
  triage.listDismissed,
  triage.settleFindings,
  triage.claimFindings,
  triage.releaseFindings,
  triage.listWaiting,
  triage.claimWaiting,
  triage.releaseWaiting,
  triage.drawSample,
  triage.judgeEntry,
  triage.drawBlind,
  triage.findBlind,
  triage.judgeBlind,
  triage.blindStage,
  triage.quality,
  // questions
  retrieve,
  serve,
  reportOutcomes,
  keepServed,
  explore,
  explain,
  saveRetrieval,
  compare,
  wrongTurns,
  replay,
  sameFileQueries,
  orderBatch,
  judge,
  // a project and its log
  saveView,
  deleteView,
  setReviewGate,
  withholdExcerpts,
  setInjectionRule,
  withholdAtRandom,
  activityChanges,
  verifyChain,
  // work
  work.loadSample,
  work.removeSample,
  work.cancelJob,
  work.retryJob,
  work.estimateReEmbed,
  work.reEmbed,
  work.removeVectors,
  work.rescanSecrets,
  // language models
  models.distilStatus,
  models.projectYield,
  models.estimateDistil,
  models.orderDistil,
  models.actOnDistil,
  models.waitingRequests,
  models.giveAnswer,
  models.readQuestion,
  models.questionStanding,
  models.serveExtractor,
  models.sides,
  models.settleSides,
  orderWorkbench,
  openAttempt,
  // outcomes of whole runs
  previewRuns,
  addRuns,
  removeRuns,
  restoreRuns,
  planComparison,
  withdrawPlan,
  restorePlan,
  // stored runs as a stream
  orderStreamReplay,
  streamMoment,
] as const satisfies readonly AnyCommand<Services>[]

declare module '../memory/command.ts' {
  interface Register {
    commands: typeof COMMANDS
  }
}
