import { z } from 'zod'
import { captureSession } from '../connect/capture.ts'
import { findGitRoot } from '../connect/git-root.ts'
import { listConnected, readFailures } from '../connect/install/connect.ts'
import { type HookDeps, receiveHook } from '../connect/receive-hook.ts'
import { idSchema } from '../curate/curation.ts'
import { countReach, listFeed, noteStage, readFunnel } from '../db/agents/feed.ts'
import { type KeptSession, listSessions, listUncaptured, pauseSession } from '../db/agents/sessions.ts'
import {
  findMapped,
  forgetWorkspace,
  listWorkspaces,
  mapWorkspace,
  pauseWorkspace,
} from '../db/agents/workspaces.ts'
import { findProject, findProjectName, getProject } from '../db/projects.ts'
import { masked } from '../extract/mask-texts.ts'
import { awaitExtraction } from '../jobs/await-extraction.ts'
import { readGitOutcomes } from '../jobs/git-outcomes.ts'
import { importFile } from '../jobs/import-file.ts'
import { type AgentsView, agentSchema } from '../memory/agents.ts'
import { categorySchema, descriptionSchema } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { SCOPES } from '../memory/keys.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import { isAccount, isShown, projectsOf } from '../memory/people.ts'
import { descriptionText } from '../memory/text/words.ts'
import { alsoNear } from '../retrieval/injection.ts'
import type { Core } from './core.ts'
import { distilOnline, findOnlineWay } from './online.ts'
import { serve } from './retrieval.ts'

/** Longest message that an agent is sent, tokens (characters / 4). */
const MOST_TOKENS = 400
/** Rows of the feed that a page shows. */
const MOST_FEED = 200
const MOST_SESSIONS = 50

const rootSchema = z.string().min(1).max(4_000)

export const agents = {
  /** Takes one event of an agent's hook, in the agent's own words; gives the agent's own answer, or null. */
  hook: command(
    z.strictObject({ agent: agentSchema, event: z.unknown() }),
    ({ agent, event }, core: Core) => receiveHook(agent, event, hookDeps(core)),
    // What is kept of an event is masked; what is answered was masked when it was kept, and is sent word for word.
    { arrive: asItIs, leave: asItIs, scopes: ['log'], role: 'owner', of: 'any' },
  ),
  /** What is connected, what the sessions of a project asked and got, and what became of it. */
  agents: query(
    z.strictObject({ projectId: idSchema.nullable() }),
    async ({ projectId }, { store, servedLog, caller }: Core): Promise<AgentsView> => {
      await servedLog.flush()
      const id = projectId ?? ''
      const [workspaces, sessions, feed, funnel, reach, online] = await Promise.all([
        listWorkspaces(store, projectsOf(caller)),
        listSessions(store, id, MOST_SESSIONS),
        listFeed(store, id, MOST_FEED),
        readFunnel(store, { projectId: id }),
        countReach(store, id),
        findOnlineWay(store, id),
      ])
      return {
        connected: listConnected(store.dataPath),
        failureCount: readFailures(store.dataPath).length,
        workspaces,
        sessions: sessions.map(({ state: _, transcript: __, projectId: ___, ...view }) => view),
        feed,
        funnel,
        reach,
        online,
      }
    },
  ),
  entryFunnel: query(
    z.strictObject({ projectId: idSchema, entryId: idSchema }),
    async (asked, { store, servedLog }: Core) => {
      await servedLog.flush()
      return await readFunnel(store, asked)
    },
  ),
  /** The project that a person mapped the repository of a folder to, or null. */
  projectOfFolder: query(
    z.strictObject({ cwd: z.string().max(4_000) }),
    async ({ cwd }, { store, caller }: Core) => {
      const root = findGitRoot(cwd)
      const name = root && (await findMapped(store, root))
      return name && isShown(caller, (await findProject(store, name))?.id ?? null) ? name : null
    },
    { scopes: SCOPES, of: 'any' },
  ),
  /** Says whose memory the agents of a repository get; null = nobody's. */
  mapWorkspace: command(
    z.strictObject({ root: rootSchema, project: z.string().min(1).max(80).nullable() }),
    async ({ root, project }, { store }: Core) => {
      const projectId = project === null ? null : (await getProject(store, project)).id
      await mapWorkspace(store, { root, projectId })
      return { root, project }
    },
    owners,
  ),
  pauseWorkspace: command(
    z.strictObject({ root: rootSchema, paused: z.boolean() }),
    async ({ root, paused }, { store }: Core): Promise<null> => {
      await pauseWorkspace(store, root, paused)
      return null
    },
    owners,
  ),
  /** Takes a repository off the list; an agent that reports work in it puts it there again, with no project. */
  forgetWorkspace: command(
    z.strictObject({ root: rootSchema }),
    async ({ root }, { store }: Core): Promise<null> => {
      await forgetWorkspace(store, root)
      return null
    },
    owners,
  ),
  /** Outcomes of a project's runs by what became of their changes in a repository: of the project that a person mapped it to, or named with it. */
  readGitOutcomes: command(
    z.strictObject({ root: rootSchema, project: z.string().min(1).max(80).optional() }),
    async ({ root, project }, { store }: Core) => {
      const name = project ?? (await findMapped(store, root))
      if (name === null)
        throw new UserError('not-mapped', `No project is named for ${root.slice(0, 200)}.`, {
          hint: 'Choose its project first: only then is the repository read.',
        })
      if (findGitRoot(root) !== root)
        throw new UserError('no-repository', `${root.slice(0, 200)} is no git repository here.`, {
          hint: 'Give its top folder, and start Loupe on the machine that has it; or read it there: npm run import -- --git FOLDER.',
        })
      return await readGitOutcomes(store, (await getProject(store, name)).id, root)
    },
    owners,
  ),
  pauseSession: command(
    z.strictObject({ id: idSchema, paused: z.boolean() }),
    async ({ id, paused }, { store }: Core): Promise<null> => {
      await pauseSession(store, id, paused)
      return null
    },
  ),
  /** A person says whether a lesson that was sent was followed; null takes it back. */
  setFollowed: command(
    z.strictObject({ id: idSchema, followed: z.enum(['yes', 'no']).nullable(), by: z.string().max(80) }),
    async ({ id, followed, by }, { store }: Core): Promise<null> => {
      await noteStage(store, id, { followed, followedBy: followed && by })
      return null
    },
  ),
  /** An agent says that it begins a stage, and gets its lesson or the reason why there is none. */
  beginSubtask: command(
    z.strictObject({
      project: z.string().min(1).max(200),
      objective: descriptionSchema.shape.objective,
      category: categorySchema.optional(),
      keywords: descriptionSchema.shape.keywords.default([]),
      episode: z.string().trim().min(1).max(200).optional(),
      agent: z.string().trim().min(1).max(120).default('mcp'),
    }),
    async ({ project, objective, keywords, category, episode, agent }, core: Core) => {
      const text = descriptionText({ objective, keywords })
      const asked = { project, text, category, mode: 'subtask', strategy: 'subtask', limit: 3 } as const
      const stage = { declaredBy: 'agent', given: [], mostTokens: MOST_TOKENS } as const
      const name = episode ?? `${agent}:${core.store.nextId('as')}`
      const { answer, id } = await serve({ ...asked, log: true, episode: name, agent }, core, stage)
      return {
        subtask: id,
        episode: name,
        category: answer.intent.category,
        declared: category !== undefined,
        injected: answer.injected,
        /** Of the next two lessons their situations, in what is left of the same limit. */
        also: answer.injected && alsoNear(answer.hits, MOST_TOKENS - (answer.injectedTokens ?? 0)),
        abstained: answer.abstained,
        verdict: answer.verdict.sentence,
      }
    },
    { arrive: asItIs, scopes: ['log'] },
  ),
  /** An agent says how a stage ended, and whether it did what the lesson said. */
  endSubtask: command(
    z.strictObject({
      subtask: idSchema,
      summary: z.string().max(2_000).default(''),
      followed: z.enum(['yes', 'no', 'unknown']).default('unknown'),
      agent: z.string().trim().min(1).max(120).default('mcp'),
    }),
    async ({ subtask, summary, followed, agent }, { store, servedLog }: Core): Promise<null> => {
      await servedLog.flush()
      const told = followed === 'unknown' ? {} : { followed, followedBy: agent }
      if (
        await noteStage(store, subtask, { ...told, ...(summary === '' ? {} : { summary: masked(summary) }) })
      )
        return null
      throw new UserError('not-found', `There is no subtask ${subtask.slice(0, 60)}.`, {
        hint: 'Call begin_subtask again and use the handle that it gives.',
        status: 404,
      })
    },
    { arrive: asItIs, scopes: ['log'] },
  ),
}

function hookDeps(core: Core): HookDeps {
  const { store, captures, caller } = core
  return {
    store,
    isOpen: (projectId) => isShown(caller, projectId),
    mayIngest: !caller || caller === 'nobody' || isAccount(caller) || caller.scopes.includes('ingest'),
    ask: async ({ projectId, agent, episode, category, text, given }) => {
      const project = await findProjectName(store, projectId)
      if (project === null) return null
      const asked = { project, text, category, mode: 'subtask', strategy: 'subtask', limit: 3 } as const
      const stage = { declaredBy: 'observed', given, mostTokens: MOST_TOKENS } as const
      const { answer } = await serve({ ...asked, log: true, episode, agent }, core, stage)
      const best = answer.hits[0]
      return answer.injected !== null && best ? { entryId: best.entryId, message: answer.injected } : null
    },
    ended: (id, isOver) =>
      captures.soon(id, isOver ? AFTER_END_MS : AFTER_PAUSE_MS, () => captureById(id, core)),
    goesOn: (id) => captures.cancel(id),
  }
}

/** Transcripts are written behind the events. */
const AFTER_END_MS = 3_000
/** An agent that waits for its person may be sent on; what it did until then would be brought in as a run of its own. */
const AFTER_PAUSE_MS = 120_000

/** Brings in what ended while no Loupe was running. */
export async function captureWaiting(core: Core): Promise<void> {
  for (const { id } of await listUncaptured(core.store)) await captureById(id, core)
}

async function captureById(id: string, core: Core): Promise<void> {
  const session = (await listUncaptured(core.store)).find((one) => one.id === id)
  if (session) await capture(session, core)
}

async function capture(session: KeptSession, core: Core): Promise<void> {
  const { store, threads, worker, servedLog } = core
  await servedLog.flush()
  await captureSession(session, {
    store,
    bring: async ({ projectId, ...file }) => {
      const project = await findProjectName(store, projectId)
      if (project === null) return
      const input = { ...file, project, results: null, batchKey: session.id, by: session.agent }
      const found = await importFile(input, store, (one) => threads.run('read', one))
      worker.wake()
      if (!worker.isRunning()) return
      for (const { itemId, ...result } of found)
        if (itemId) await awaitExtraction(store, worker, result, itemId)
      await distilOnline(projectId, core)
    },
  })
}
