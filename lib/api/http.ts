import { z } from 'zod'
import { exportFormatSchema } from '../curate/transfer/export-entries.ts'
import { importPolicySchema } from '../curate/transfer/import-entries.ts'
import { agentSchema } from '../memory/agents.ts'
import { ANSWER_WAYS } from '../memory/distil/distil-words.ts'
import { categorySchema } from '../memory/entry.ts'
import { EPISODE_ENDS } from '../memory/episode-end.ts'
import { ENTRY_FACETS, ENTRY_SORTS, type EntryFacet } from '../memory/filter/entry-fields.ts'
import { MAP_METHODS } from '../memory/map.ts'
import type { Api } from '../memory/operation.ts'
import { activityFields } from './activity.ts'
import { openApi } from './openapi.ts'
import { found, get, post, type Route, TextFile, upload } from './route.ts'

const project = z.string().max(200).optional()
const aProject = z.string().min(1).max(80)
const offset = z.coerce.number().int().min(0).default(0)
const limitTo = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual)
const isOn = z.literal('1').optional()

/** A filter in an address: `q` words, `filter` an expression, days, and a parameter a facet with commas between values. */
const filterFields = {
  q: z.string().optional(),
  filter: z.string().optional(),
  ids: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  like: z.string().optional(),
  area: z.string().optional(),
  method: z.enum(MAP_METHODS).optional(),
  ...(Object.fromEntries(ENTRY_FACETS.map((facet) => [facet, z.string().optional()])) as Record<
    EntryFacet,
    z.ZodOptional<z.ZodString>
  >),
}
const exportFields = {
  project,
  format: exportFormatSchema.default('jsonl'),
  versions: isOn,
  all: isOn,
  ...filterFields,
}
const mapFields = { project, method: z.enum(MAP_METHODS).default('pca') }

const orderedMapSchema = z.strictObject({ project: z.string().max(200) })

/** Largest JSON body of labelled questions, and of a hook's event, which holds what a batch of tools answered; bytes. */
const MOST_LARGE_BYTES = 16 * 1_048_576

export const ROUTES: readonly Route[] = [
  get(
    'health',
    'Says that this process owns the folder and can read it, and whether it can embed.',
    {},
    (_, api) => api.health(),
  ),

  get('openapi.json', 'This table as an OpenAPI document.', {}, () => openApi(ROUTES)),
  // Answered by pages/api/v1/retrieve.ts, on Node's own request and answer (decision 015).
  post('retrieve', 'Two-stage retrieval; what a program is told counts as served and is logged.', 'serve'),
  {
    method: 'POST',
    path: 'hooks/:agent',
    words:
      'One event of an agent’s hook, in the agent’s own JSON; the agent’s own answer, or 204 when there is nothing to say.',
    parameters: z.strictObject({}),
    body: { operation: 'hook', limit: MOST_LARGE_BYTES, input: z.unknown() },
    answer: ({ agent, body }: { agent: string; body: unknown }, api) =>
      api.hook({ agent: agentSchema.parse(agent), event: body }),
  },
  post('subtasks', 'An agent begins a stage: its lesson, or why there is none.', 'beginSubtask'),
  post('subtasks/:subtask', 'An agent ends a stage that it began.', 'endSubtask'),
  get(
    'agents',
    'What is connected, what sessions asked and got, and what became of it.',
    { project },
    async ({ project: name }, api) => api.agents({ projectId: await idOf(name, api) }),
  ),
  post(
    'workspaces',
    'Says whose memory the agents of a repository get; project null = nobody’s.',
    'mapWorkspace',
  ),
  post('proposals', 'An agent proposes a lesson; it waits until a person approves it.', 'proposeEntry'),
  get('keys', 'Every key of a program, without the keys themselves.', {}, async (_, api) => ({
    keys: await api.keys(),
  })),
  post('keys', 'Makes a key; it is told this once.', 'makeKey'),
  post('keys/:id', 'Takes a key back: from now on it opens nothing.', 'revokeKey', { method: 'DELETE' }),
  get('people', 'Every account, without passwords; the owner’s only.', {}, async (_, api) => ({
    people: await api.people(),
  })),
  post('people', 'Makes an account; its password is told once.', 'addPerson'),
  post('people/:id', 'Gives an account another role, or other projects.', 'changePerson'),
  post('people/:id', 'Takes an account away; its sessions end.', 'removePerson', { method: 'DELETE' }),
  post(
    'people/:id/password',
    'Gives an account a password that is told once; its sessions end.',
    'resetPassword',
  ),
  post('outcomes', 'How episodes ended; joined to what was served in them.', 'reportOutcomes'),
  get('retrievals/:id', 'A saved retrieval as it was answered then.', {}, ({ id }, api) =>
    found(api.findSavedRetrieval({ id }), 'saved retrieval', id),
  ),
  post('replay', 'Retrieval quality over labelled queries. Reads only.', 'replay', {
    limit: MOST_LARGE_BYTES,
  }),
  get(
    'labels',
    'Queries whose labels come from the runs’ own patches.',
    { project: aProject, level: z.enum(['task', 'subtask']) },
    (asked, api) => api.sameFileQueries(asked),
  ),

  get(
    'entries',
    'One page of the entries that a filter means, with facet counts.',
    {
      project,
      sort: z.enum(ENTRY_SORTS).default('created'),
      desc: z.enum(['0', '1']).default('1'),
      offset,
      limit: limitTo(500, 100),
      ...filterFields,
    },
    async ({ project: name, sort, desc, offset: from, limit, ...fields }, api) =>
      await api.listEntries({
        ...filterOf(fields),
        projectId: await idOf(name, api),
        sort,
        descending: desc === '1',
        offset: from,
        limit,
      }),
  ),
  get(
    'entries/export',
    'The entries that a filter means as a file; with all=1 every entry. The header x-loupe-left-out counts those without a run in ATIF.',
    exportFields,
    async (asked, api) => {
      const { leftOut, pieces } = await api.exportEntries(exportOf(asked))
      const fileName = asked.format === 'atif' ? 'runs.atif.jsonl' : `entries.${asked.format}`
      return new TextFile(fileName, pieces, { 'x-loupe-left-out': String(leftOut) })
    },
  ),
  get(
    'entries/export/secrets',
    'How many places of such a file look like a secret.',
    exportFields,
    async (asked, api) => await api.secretsInExport(exportOf(asked)),
  ),
  upload(
    'entries/import',
    'An export of another Loupe, or a memory of another product, as the body; one revision, all or none.',
    {
      project: aProject,
      policy: importPolicySchema.default('skip'),
      'dry-run': isOn,
      file: z.string().min(1).max(1_000).default('memory'),
      map: z.string().optional(),
      at: z.string().optional(),
      /** 0: answers at once, with the id of the job. */
      wait: z.enum(['0', '1']).default('1'),
      /** A name of yours for the look through it. */
      look: z.string().optional(),
    },
    ({ project: name, 'dry-run': dryRun, file: fileName, body, wait, ...how }, api) =>
      api.importMemory({
        ...{ ...how, project: name, fileName, bytes: body },
        ...{ dryRun: dryRun === '1', wait: wait === '1' },
      }),
  ),
  get(
    'entries/import/:jobId',
    'How an import of a memory stands, and its report; with log=1 what became of each memory.',
    { log: isOn },
    ({ jobId, log }, api) => found(api.memoryImport({ jobId, log: log === '1' }), 'import', jobId),
  ),
  post('notes', 'Brings the notes for agents of a repository in; the owner’s only.', 'importNotes'),
  get(
    'entries/:id',
    'An entry with its source, versions and neighbours; with only=entry the entry alone, which costs no search.',
    { only: z.literal('entry').optional() },
    ({ id, only }, api) =>
      only ? found(api.findEntryAlone({ id }), 'entry', id) : found(api.findEntry({ id }), 'entry', id),
  ),
  get(
    'entries/:entryId/promotion',
    'The patch that promoting an entry adds to a file of rules, or that demoting takes out; the owner’s only.',
    { folder: z.string().optional(), file: z.string().optional() },
    (asked, api) => api.promotion(asked),
  ),
  post(
    'entries/:entryId/promotion',
    'Marks an entry as promoted and gives the patch; no file is changed.',
    'promote',
  ),
  post('entries/:entryId/promotion', 'Takes the mark back and gives the reverse patch.', 'demote', {
    method: 'DELETE',
  }),

  get(
    'episodes',
    'One page of episodes, newest first.',
    {
      project,
      q: z.string().max(200).default(''),
      outcome: z.enum(EPISODE_ENDS).optional(),
      offset,
      limit: limitTo(500, 100),
    },
    async ({ project: name, q, outcome = null, ...page }, api) =>
      await api.listEpisodes({ projectId: await idOf(name, api), text: q, outcome, ...page }),
  ),
  get('episodes/:id', 'An episode with its stages and entries.', {}, ({ id }, api) =>
    found(api.findEpisode({ id }), 'episode', id),
  ),
  post('episodes/:episodeId', 'Removes an episode for good; the body holds the typed phrase.', 'purgeRun', {
    method: 'DELETE',
  }),
  get('episodes/:id/steps/:n', 'One step of an episode.', {}, ({ id, n }, api) =>
    found(
      /^\d{1,6}$/.test(n) ? api.findStep({ episodeId: id, n: Number(n) }) : Promise.resolve(null),
      'step',
      n,
    ),
  ),

  upload(
    'trajectories',
    'Imports one file of runs, its bytes as the body.',
    {
      project: aProject,
      file: z.string().min(1).max(1_000),
      results: z.string().max(80).optional(),
      batch: z.string().max(80).optional(),
      wait: isOn,
      'dry-run': isOn,
    },
    async ({ project: name, file, results = null, batch = null, wait, 'dry-run': dryRun, body }, api) => ({
      results: await api.importFile({
        bytes: body,
        project: name,
        fileName: file,
        resultsId: results,
        batchKey: batch,
        dryRun: dryRun === '1',
        wait: wait === '1',
      }),
    }),
  ),
  get(
    'imports/:itemId/:episodeId',
    'What was made of an imported run, once its stages are found.',
    {},
    ({ itemId, episodeId }, api) => api.importEnd({ itemId, episodeId }),
  ),
  post(
    'found',
    'Imports one session that was found in an agent’s folder on this machine; the owner’s only.',
    'importFound',
  ),
  upload(
    'results',
    'A results file, kept for the runs that are sent after it with results=ID.',
    { file: z.string().default('results'), project },
    ({ file, body }, api) => api.saveResults({ fileName: file.slice(0, 1_000), bytes: body }),
  ),
  get(
    'jobs',
    'The newest jobs.',
    {
      /** 1 to 200; what is no number counts as 50. */
      limit: z.string().default('50'),
    },
    async ({ limit }, api) => ({
      jobs: await api.listJobs({ limit: Math.min(Math.max(Math.trunc(Number(limit)) || 50, 1), 200) }),
    }),
  ),
  post('jobs/:jobId/pause', 'Holds a job where it is.', 'pauseJob'),
  post('jobs/:jobId/cancel', 'Ends a job; what is done stays.', 'cancelJob'),
  post(
    'jobs/:jobId/retry',
    'Lets a paused job go on, and tries again what failed or was cancelled.',
    'retryJob',
  ),
  get('jobs/:id', 'A job with up to 500 of its items.', {}, ({ id }, api) =>
    found(api.findJob({ id }), 'job', id),
  ),
  without('POST', 'sample', 'Loads the sample project.', (api) => api.loadSample()),
  without('DELETE', 'sample', 'Removes the sample project.', (api) => api.removeSample()),

  get(
    'activity',
    'A page of the log of changes, newest first.',
    { project, ...activityFields, offset, limit: limitTo(200, 50) },
    async ({ project: name, ...asked }, api) =>
      await api.listActivity({ ...asked, projectId: await idOf(name, api) }),
  ),
  get(
    'activity/export',
    'The log of changes as JSON Lines, oldest first, with its seals.',
    { project, ...activityFields },
    async ({ project: name, ...asked }, api) =>
      new TextFile('activity.jsonl', await api.activityLines({ ...asked, projectId: await idOf(name, api) })),
  ),

  get('map', 'The map of a project, column by column.', mapFields, async ({ project: name, method }, api) =>
    api.mapView({ projectId: await idOf(name, api), method }),
  ),
  {
    ...post('map', 'Orders a UMAP map; it is computed in the background. Gives the job.', 'orderMap'),
    body: { operation: 'orderMap', limit: 1_048_576, input: orderedMapSchema },
    answer: async ({ body }: { body: unknown }, api) => {
      const { project: name } = orderedMapSchema.parse(body)
      return { job: await api.orderMap({ projectId: await idOf(name, api) }) }
    },
  },
  get(
    'map/job',
    'The newest UMAP job of a project and how far it is.',
    mapFields,
    async ({ project: name }, api) => ({ job: await api.mapJob({ projectId: await idOf(name, api) }) }),
  ),
  get(
    'map/words',
    'Ids and objectives of the entries on a map, in the order of its places; null when there is no map.',
    mapFields,
    async ({ project: name, method }, api) => ({
      words: await api.mapWords({ projectId: await idOf(name, api), method }),
    }),
  ),
  get(
    'map/kept',
    'How much neighbourhood a map kept; answers when it is measured.',
    mapFields,
    async ({ project: name, method }, api) => ({
      kept: await api.mapKept({ projectId: await idOf(name, api), method }),
    }),
  ),
  get(
    'map/query',
    'What a query would meet: neighbours in its category and outside of it.',
    { ...mapFields, text: z.string().trim().min(1).max(20_000), category: categorySchema.optional() },
    async ({ project: name = null, text, category = null }, api) =>
      await api.mapQuery({ project: (await api.project({ name })).name, text, category }),
  ),
  get(
    'distil',
    'How a model’s work over a project stands; with `estimate` what it would take in that way. Asks no model.',
    {
      project: aProject,
      estimate: z.enum(ANSWER_WAYS).optional(),
      limit: z.coerce.number().int().min(1).max(1_000_000).optional(),
      spread: z.enum(['0', '1']).optional(),
    },
    ({ project: name, estimate, limit = null, spread }, api) =>
      estimate === undefined
        ? api.distilStatus({ project: name })
        : api.estimateDistil({
            project: name,
            with: estimate,
            limit,
            spread: spread === '1',
          }),
  ),
  post(
    'distil',
    'Begins a model’s work over a project, or lets the open one go on in another way.',
    'orderDistil',
  ),
  post('distil/:jobId', 'Pauses, resumes (with other caps) or cancels a model’s work.', 'actOnDistil'),
  post(
    'extractor',
    'Puts an extractor in service in a project; its revision can be undone.',
    'serveExtractor',
  ),
  get(
    'model-requests',
    'Requests that wait for an answer, oldest first.',
    {
      project: aProject.optional(),
      offset,
      limit: z.coerce
        .number()
        .int()
        .min(0)
        .max(200)
        .default(20)
        .transform((limit) => limit || 20),
    },
    ({ project: name = null, ...page }, api) => api.waitingRequests({ project: name, ...page }),
  ),
  post(
    'model-requests',
    'Has a model read a question once, or leaves it for whoever has one.',
    'readQuestion',
  ),
  get(
    'model-requests/next',
    'The request that has waited longest, and how many wait. `more`: the project’s work may ask for more in a moment; null without a project.',
    { project: aProject.optional() },
    async ({ project: name }, api) => {
      // Looked at first: work that ends in between has asked by then.
      const state = name === undefined ? null : (await api.distilStatus({ project: name })).job?.state
      const { rows, count } = await api.waitingRequests({ project: name ?? null, offset: 0, limit: 1 })
      return {
        request: rows[0] ?? null,
        count,
        more: name === undefined ? null : state === 'waiting' || state === 'running',
      }
    },
  ),
  get('model-requests/:hash', 'A request word for word.', {}, ({ hash }, api) => api.modelRequest({ hash })),
  post(
    'model-requests/:hash',
    'Takes the answer to a request. One that does not fit is refused with what is wrong, and the request waits on.',
    'giveAnswer',
  ),
  get(
    'recording',
    'Kept answers of a project, a line each.',
    { project: aProject },
    async ({ project: name }, api) =>
      new TextFile(
        `${name.replace(/[^\w.-]/g, '_')}-recording.jsonl`,
        await api.recording({ project: name }),
      ),
  ),
  upload(
    'recording',
    'Takes a recording for the way `recorded`; it stays at hand as long as the process lives.',
    { file: z.string().min(1).max(200) },
    ({ file, body }, api) => api.giveRecording({ fileName: file, text: new TextDecoder().decode(body) }),
  ),

  get(
    'embedders',
    'Spaces of vectors, the newest re-embedding, and which variables are set: never what to.',
    {},
    (_, api) => api.settings(),
  ),
  get(
    'quality',
    'What the detectors find in a project. Reads only.',
    {
      project: aProject,
      examples: z.coerce.number().int().min(0).max(1_000).default(0),
      seed: z.coerce.number().int().min(0).default(1),
    },
    (asked, api) => api.quality(asked),
  ),
  get(
    'audit',
    'Every figure of the audit for a project, without the lists under them. Reads only.',
    { project: aProject },
    (asked, api) => api.auditFigures(asked),
  ),
  post(
    'studies',
    'Orders a study: the name of its design, and what the order of that design takes. Gives its id at once.',
    'orderStudy',
    { limit: MOST_LARGE_BYTES },
  ),
  get('studies/:id/progress', 'How far a study is.', {}, ({ id }, api) =>
    found(api.studyProgress({ id }), 'work on a study', id),
  ),
  get(
    'studies/:id/json',
    'A done study whole.',
    {},
    async ({ id }, api) => new TextFile('study.json', await api.studyFile({ id, format: 'json' })),
  ),
  get(
    'studies/:id/csv',
    'The rows of a done study.',
    {},
    async ({ id }, api) => new TextFile('study.csv', await api.studyFile({ id, format: 'csv' })),
  ),
  get(
    'experiments',
    'Every run imported for a project, or for none where none is named, and each arm against its twins; with base and variant those two runs beside each other.',
    { project: aProject.optional(), base: z.string().optional(), variant: z.string().optional() },
    ({ project, base, variant }, api) =>
      base && variant ? api.twoRuns({ base, variant, project }) : api.experiments({ project }),
  ),
  post('experiments', 'Stores the runs of a set of files that was sent to experiments/files.', 'addRuns'),
  upload(
    'experiments/files',
    'A results file into a set, or into a new one; nothing is stored until the set is added.',
    { file: z.string().default('results'), set: z.string().max(60).optional() },
    ({ file, set = null, body }, api) =>
      api.readResults({ setId: set, fileName: file.slice(0, 1_000), bytes: body }),
  ),
  post('experiments/preview', 'What a set of files would become. Stores nothing.', 'previewRuns'),
  post('blind', 'Draws a blind reading: entries of several extractors over the same stages.', 'drawBlind'),
  get(
    'blind/:id',
    'A blind reading; who made what stands in it once everything is read.',
    {},
    ({ id }, api) => found(api.findBlind({ id }), 'reading', id),
  ),
  post('blind/:id', 'Takes a reader’s verdicts.', 'judgeBlind'),
  get(
    'blind/:id/:place',
    'The stage of the run that the entry at a place of a blind reading was taken from.',
    {},
    ({ id, place }, api) => api.blindStage({ id, place: Number(place) }),
  ),
]

/** A verb that takes nothing. */
function without(
  method: 'POST' | 'DELETE',
  path: string,
  words: string,
  answer: (api: Api) => unknown,
): Route {
  return {
    method,
    path,
    words,
    parameters: z.strictObject({}),
    body: null,
    answer: (_: never, api) => answer(api),
  }
}

/** Id of a project by name, of the newest without one. */
async function idOf(name: string | undefined, api: Api): Promise<string> {
  return (await api.project({ name: name ?? null })).id
}

function exportOf({ project: name, format, versions, all, ...fields }: ExportFields) {
  return {
    ...{ project: name ?? null, format, versions: versions === '1' },
    ...(all ? {} : { filter: filterOf(fields) }),
  }
}

type ExportFields = z.output<z.ZodObject<typeof exportFields>>
type FilterFields = z.output<z.ZodObject<typeof filterFields>>

function filterOf({ q, filter, ids, from, to, like, area, method, ...chosen }: FilterFields) {
  const facets = Object.fromEntries(
    ENTRY_FACETS.flatMap((facet) => {
      const values = (chosen[facet] ?? '').split(',').filter(Boolean).slice(0, 50)
      return values.length === 0 ? [] : [[facet, values]]
    }),
  )
  return {
    text: q ?? '',
    facets,
    ...(filter ? { expression: filter } : {}),
    ...(ids ? { ids: ids.split(',').filter(Boolean) } : {}),
    ...(like ? { like } : {}),
    ...(area ? { area, ...(method ? { method } : {}) } : {}),
    ...(from || to ? { created: { ...(from ? { from } : {}), ...(to ? { to } : {}) } } : {}),
  }
}
