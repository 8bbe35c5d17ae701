import { accept } from '../curate/accept.ts'
import { store } from '../curate/add-entry.ts'
import { bulk, previewBulk } from '../curate/bulk.ts'
import { edit } from '../curate/edit.ts'
import { filterImpact, impact } from '../curate/impact.ts'
import { labelSubtask } from '../curate/label-subtask.ts'
import { merge } from '../curate/merge.ts'
import { addNote, deleteNote } from '../curate/notes.ts'
import { purge } from '../curate/purge/purge.ts'
import { purgeRun } from '../curate/purge/purge-run.ts'
import { retire } from '../curate/retire.ts'
import { countSource, rollback } from '../curate/rollback-source.ts'
import { change } from '../curate/rule.ts'
import { split } from '../curate/split.ts'
import { carry, copy, move } from '../curate/transfer/copy.ts'
import { bringEntries } from '../curate/transfer/import-entries.ts'
import { undo } from '../curate/undo.ts'
import { withholdExcerpts } from '../curate/withhold-excerpts.ts'
import type { AnyCommand } from '../memory/command.ts'
import type { Services } from '../services/services.ts'
import * as experiments from './experiments.ts'
import * as labelling from './labelling.ts'
import * as models from './models.ts'
import * as project from './project.ts'
import * as retrieval from './retrieval.ts'
import * as streams from './streams.ts'
import * as triage from './triage.ts'
import * as work from './work.ts'
import * as workbench from './workbench.ts'

/**
 * Everything that Loupe can be asked to do. A new verb of lib/curate is a file of its own and a line here; one that only asks a
 * service is written beside its siblings: these files export commands and nothing else.
 */
export const COMMANDS = [
  store,
  edit,
  change,
  retire,
  accept,
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
  withholdExcerpts,
  ...Object.values(experiments),
  ...Object.values(labelling),
  ...Object.values(models),
  ...Object.values(project),
  ...Object.values(retrieval),
  ...Object.values(streams),
  ...Object.values(triage),
  ...Object.values(work),
  ...Object.values(workbench),
] as const satisfies readonly AnyCommand<Services>[]

declare module '../memory/command.ts' {
  interface Register {
    commands: typeof COMMANDS
  }
}
