import { proposeEntry, store } from '../curate/add-entry.ts'
import { bulk, previewBulk } from '../curate/bulk.ts'
import { edit } from '../curate/edit.ts'
import { filterImpact, impact } from '../curate/impact.ts'
import { merge } from '../curate/merge.ts'
import { addNote, deleteNote, labelSubtask } from '../curate/notes.ts'
import { purge } from '../curate/purge/purge.ts'
import { purgeRun } from '../curate/purge/purge-run.ts'
import { retire } from '../curate/retire.ts'
import { countSource, rollback } from '../curate/rollback-source.ts'
import { change } from '../curate/rule.ts'
import { split } from '../curate/split.ts'
import { carry } from '../curate/transfer/copy.ts'
import { undo } from '../curate/undo.ts'
import type { AnyOperation } from '../memory/operation.ts'
import { activity } from './activity.ts'
import { agents } from './agents.ts'
import { arriving } from './arriving.ts'
import { auditApi } from './audit.ts'
import type { Core } from './core.ts'
import { drawnApi } from './drawn.ts'
import { episodes, stagesApi } from './episodes.ts'
import { experimentsApi } from './experiments.ts'
import { map } from './map.ts'
import { memories } from './memories.ts'
import { models } from './models.ts'
import { onlineApi } from './online.ts'
import { found } from './overview.ts'
import { peopleApi } from './people.ts'
import { promotionApi } from './promotion.ts'
import { retrieval } from './retrieval.ts'
import { reviewApi } from './review.ts'
import { keysApi, settings } from './settings.ts'
import { studiesApi } from './studies.ts'
import { work } from './work.ts'

/**
 * Everything that Loupe can be asked to do. A new verb of lib/curate is a file of its own and a line here; one that only asks a
 * service is written beside its siblings.
 */
export const API = {
  store,
  proposeEntry,
  edit,
  change,
  retire,
  merge,
  split,
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
  addNote,
  deleteNote,
  labelSubtask,
  ...reviewApi,
  ...drawnApi,
  ...memories,
  ...episodes,
  ...activity,
  ...agents,
  ...onlineApi,
  ...keysApi,
  ...peopleApi,
  ...map,
  ...retrieval,
  ...work,
  ...found,
  ...arriving,
  ...promotionApi,
  ...settings,
  ...models,
  ...experimentsApi,
  ...stagesApi,
  ...studiesApi,
  ...auditApi,
} satisfies Record<string, AnyOperation<Core>>

declare module '../memory/operation.ts' {
  interface Register {
    api: typeof API
  }
}
