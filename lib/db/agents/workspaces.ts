import type { AgentName, WorkspaceView } from '../../memory/agents.ts'
import { findProjectName } from '../projects.ts'
import type { Store, Tx } from '../store.ts'
import { tables } from '../tables.ts'

export type Workspace = { root: string; projectId: string | null; paused: boolean }

/** Notes that an agent reported work in a repository; nothing else of it is kept until a person names its project. */
export async function seeWorkspace(store: Store, root: string, agent: AgentName): Promise<Workspace> {
  const kept = await tables(store).workspace.findUnique({ where: { root } })
  // Once a minute is enough to say when an agent was last seen.
  if (kept && store.now().getTime() - kept.seenAt.getTime() < 60_000) return kept
  const seen = { agent, seenAt: store.now() }
  return await store.record((tx) =>
    tables(tx).workspace.upsert({ where: { root }, create: { root, ...seen }, update: seen }),
  )
}

/** Name of the project that a repository's agents get the memory of; null where a person named none. */
export async function findMapped(store: Store, root: string): Promise<string | null> {
  const kept = await tables(store).workspace.findUnique({ where: { root } })
  return kept?.projectId ? await findProjectName(store, kept.projectId) : null
}

/** Folders of the repositories that a project names, the newest first. */
export async function listRepositories(store: Store, projectId: string): Promise<string[]> {
  const rows = await tables(store).workspace.findMany({ where: { projectId }, orderBy: { seenAt: 'desc' } })
  return rows.map(({ root }) => root)
}

/** Repositories that agents were seen in, newest first; of these projects, null = every one. */
export async function listWorkspaces(
  store: Store,
  projectIds: readonly string[] | null = null,
): Promise<WorkspaceView[]> {
  const [rows, projects] = await Promise.all([
    tables(store).workspace.findMany({
      where: projectIds ? { projectId: { in: [...projectIds] } } : {},
      orderBy: { seenAt: 'desc' },
    }),
    tables(store).project.findMany({ select: { id: true, name: true } }),
  ])
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return rows.map(({ projectId, seenAt, ...row }) => ({
    ...row,
    project: projectId === null ? null : (names.get(projectId) ?? null),
    seenAt: seenAt.toISOString(),
  }))
}

/** Says whose memory a repository's agents get; null = nobody's. A repository that no agent was seen in yet may be named beforehand. */
export async function mapWorkspace(
  store: Store,
  { root, projectId }: { root: string; projectId: string | null },
): Promise<void> {
  await store.record((tx) =>
    tables(tx).workspace.upsert({
      where: { root },
      create: { root, projectId, agent: '', seenAt: store.now() },
      update: { projectId },
    }),
  )
}

/** The same inside a transaction, where nobody said it before. */
export async function mapUnmapped(
  store: Store,
  tx: Tx,
  { root, projectId }: { root: string; projectId: string },
): Promise<void> {
  const none = { root, agent: '', seenAt: store.now() }
  await tables(tx).workspace.upsert({ where: { root }, create: none, update: {} })
  await tables(tx).workspace.updateMany({ where: { root, projectId: null }, data: { projectId } })
}

/** Gives nothing more to the agents of a repository and keeps nothing of them, or again. */
export async function pauseWorkspace(store: Store, root: string, paused: boolean): Promise<void> {
  await store.record((tx) => tables(tx).workspace.updateMany({ where: { root }, data: { paused } }))
}

export async function forgetWorkspace(store: Store, root: string): Promise<void> {
  await store.record((tx) => tables(tx).workspace.deleteMany({ where: { root } }))
}
