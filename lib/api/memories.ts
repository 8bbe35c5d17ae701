import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { exportEntries, exportFormatSchema } from '../curate/transfer/export-entries.ts'
import { areOfProjects } from '../db/agents/keys.ts'
import { countMatching } from '../db/entries/entries.ts'
import { readCandidates } from '../db/entries/entry-detail.ts'
import { listEntries, neighboursInFilter } from '../db/entries/entry-list.ts'
import { countAllWithoutRun, countWithoutRun } from '../db/entries/transfer-rows.ts'
import { findProject, getProject, hasReviewGate, listProjects } from '../db/projects.ts'
import { listSavedViews } from '../db/saved-views.ts'
import { getShell } from '../db/shell.ts'
import { maskDetail, masked, maskRow, maskTexts } from '../extract/mask-texts.ts'
import { secretsIn } from '../extract/secret-scan.ts'
import { UserError } from '../memory/errors.ts'
import { ENTRY_SORTS } from '../memory/filter/entry-fields.ts'
import { askedFilterSchema } from '../memory/filter/entry-filter.ts'
import { LIFECYCLES } from '../memory/lifecycle.ts'
import { asItIs, query } from '../memory/operation.ts'
import { isAccount, isShown, projectsOf } from '../memory/people.ts'
import { SAMPLE_PROJECT } from '../memory/sample.ts'
import type { EntryAlone, EntryDetail, EntryList } from '../memory/views/entries.ts'
import type { OverviewView, ShellView } from '../memory/views/project.ts'
import { resolveFilter } from './asked-filter.ts'
import type { Core } from './core.ts'
import { getEntryPage } from './entry-page.ts'
import { readOverview } from './overview.ts'

const nameSchema = z.strictObject({ name: z.string().max(200).nullable() })
const projectIdSchema = z.strictObject({ projectId: idSchema })
const sorted = { sort: z.enum(ENTRY_SORTS).default('created'), descending: z.boolean().default(true) }
const EVERY_ENTRY = { text: '', facets: { lifecycle: [...LIFECYCLES] } }

/** The name, or the newest project's. */
const named = async (name: string | null, { store, caller }: Core) =>
  name ?? (await listProjects(store)).findLast(({ id }) => isShown(caller, id))?.name ?? SAMPLE_PROJECT

/** A project by name, or the newest; null where there is none such, or it is not shown to the caller. */
async function findShown(name: string | null, core: Core) {
  const found = await findProject(core.store, await named(name, core))
  return found && isShown(core.caller, found.id) ? found : null
}

const exportSchema = z.strictObject({
  project: z.string().nullable(),
  filter: askedFilterSchema.omit({ projectId: true }).optional(),
  format: exportFormatSchema,
  versions: z.boolean(),
})

async function exported(
  { project, filter: asked, format, versions }: z.output<typeof exportSchema>,
  core: Core,
) {
  const { store } = core
  const { id: projectId, name } = await getProject(store, await named(project, core))
  const filter = asked ? await resolveFilter({ ...asked, projectId }, core) : { ...EVERY_ENTRY, projectId }
  return {
    leftOut: format === 'atif' ? await countWithoutRun(store, filter) : 0,
    pieces: exportEntries({ project: name, filter, format, versions }, store),
  }
}

export const memories = {
  /** What every page shows around itself. */
  shell: query(
    z.strictObject({ project: z.string().nullable() }),
    async ({ project }, { store, spaces, caller }: Core): Promise<ShellView> => ({
      ...(await getShell(store, project, spaces.current(), spaces.fault(), projectsOf(caller))),
      account: isAccount(caller) ? { name: caller.name, role: caller.role } : null,
    }),
    // Names of projects are addresses.
    { leave: asItIs, of: 'any' },
  ),
  /** That it runs, what to whoever may ask; to others only that. */
  health: query(
    z.strictObject({}).optional(),
    async (_, { store, spaces, caller }: Core) => {
      if (caller === 'nobody') return { ok: true }
      const shell = await getShell(store, null, spaces.current(), spaces.fault(), projectsOf(caller))
      const { revision, embedder, embedderFault, onlyRead } = shell
      return { ok: true, revision, embedder, embedderFault, onlyRead }
    },
    { role: 'anyone', of: 'any' },
  ),
  /** Project by name; without one the newest. Throws UserError `no-such-project`. */
  project: query(
    nameSchema,
    async ({ name }, core: Core) => {
      const project = await findShown(name, core)
      if (project || projectsOf(core.caller) === null)
        return project ?? (await getProject(core.store, await named(name, core)))
      // The names that there are would be told with it.
      throw new UserError('no-such-project', 'There is no such project.', {
        hint: 'It may have been removed, or is not shown to you.',
        status: 404,
      })
    },
    // Its name is an address.
    { leave: asItIs, of: 'any' },
  ),
  /** As `project`, but null when there is none yet. */
  findProject: query(
    nameSchema,
    ({ name }, core: Core) => findShown(name, core),
    // Its name is an address.
    { leave: asItIs, of: 'any' },
  ),
  overview: query(projectIdSchema, ({ projectId }, core: Core) => readOverview(projectId, core), {
    leave: maskOverview,
  }),

  /** One page of the entries that a filter means, with facet counts. */
  listEntries: query(
    askedFilterSchema.extend({
      ...sorted,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(0).max(1_000).default(100),
    }),
    async ({ sort, descending, offset, limit, ...asked }, core: Core) =>
      await listEntries(core.store, {
        ...(await resolveFilter(asked, core)),
        ...{ sort, descending, offset, limit },
      }),
    { leave: maskList },
  ),
  countMatching: query(
    askedFilterSchema,
    async (asked, core: Core) => await countMatching(core.store, await resolveFilter(asked, core)),
  ),
  /** Where an entry stands among those that match; null when it does not. */
  neighboursInFilter: query(
    askedFilterSchema.extend({ ...sorted, id: idSchema }),
    async ({ id, sort, descending, ...asked }, core: Core) =>
      await neighboursInFilter(core.store, id, { ...(await resolveFilter(asked, core)), sort, descending }),
  ),
  /** The entry with its source, versions and neighbours. */
  findEntry: query(
    z.strictObject({ id: z.string() }),
    async ({ id }, core: Core) => await butShown(await getEntryPage(id, core), core),
    // Steps were masked when they were read in, and are long.
    { leave: (detail: EntryDetail | null) => detail && maskDetail(detail) },
  ),
  /** The entry alone, for whoever looks at one after the other: no neighbours, and so no index to wait for. */
  findEntryAlone: query(
    z.strictObject({ id: z.string() }),
    async ({ id }, { store }: Core): Promise<EntryAlone | null> => {
      const [entry] = await readCandidates(store, [id])
      return entry ? { entry } : null
    },
  ),
  /**
   * Entries as text, piece by piece; without a filter every one, retired ones too. `leftOut`: how many of them are in none of
   * the pieces, because the format is of runs and they have none.
   */
  exportEntries: query(
    exportSchema,
    exported,
    // An export is the memory itself, to be brought in elsewhere.
    { leave: asItIs },
  ),
  /** What looks like a secret in such a file: its pages ask before they save one. */
  secretsInExport: query(exportSchema, async (asked, core: Core) => {
    let count = 0
    for await (const piece of (await exported(asked, core)).pieces) {
      count += secretsIn(piece)
      await setImmediate()
    }
    return { count }
  }),
  /** Entries of a project that an export of runs leaves out. */
  countWithoutRun: query(projectIdSchema, ({ projectId }, { store }: Core) =>
    countAllWithoutRun(store, projectId),
  ),

  listSavedViews: query(
    projectIdSchema.extend({ page: z.string().max(60) }),
    (input, { store }: Core) => listSavedViews(store, input),
    // An address with dots in it would mean something else.
    { leave: asItIs },
  ),
  /** True when new entries wait for a person before an agent gets them. */
  hasReviewGate: query(projectIdSchema, ({ projectId }, { store }: Core) => hasReviewGate(store, projectId)),
}

/** Copies of it, what it was copied from, and the run that stayed there may lie in projects that the caller is not shown. */
async function butShown(detail: EntryDetail | null, { caller, store }: Core): Promise<EntryDetail | null> {
  const shown = projectsOf(caller)
  if (!detail || shown === null) return detail
  const { episodeId } = detail.entry
  const steps = episodeId === null || (await areOfProjects(store, [episodeId], shown)) ? detail.steps : []
  const { from, into } = detail.origins
  const isOwn = ({ projectId }: { projectId: string | null }) => isShown(caller, projectId)
  return { ...detail, steps, origins: { from: from.filter(isOwn), into: into.filter(isOwn) } }
}

/** A match of the search may cut through a secret: it is put together again first. */
function maskList(list: EntryList): EntryList {
  return { ...list, rows: list.rows.map(maskRow) }
}

/** Masked whole, then cut: a secret that is cut through looks like none. */
function maskOverview(view: OverviewView): OverviewView {
  return {
    ...maskTexts(view),
    recentRetrievals: view.recentRetrievals.map((row) => ({ ...row, text: masked(row.text).slice(0, 200) })),
  }
}
