import { UserError } from '../memory/errors.ts'
import type { Source } from '../memory/source.ts'
import type { ProjectView } from '../memory/views/project.ts'
import { untilNextCommit } from './commit-cache.ts'
import { clearDeadWords } from './purge/purge.ts'
import { beginIndexAnew, type Store, type Tx } from './store.ts'
import { firstOf, type Reader, rowsOf, tables } from './tables.ts'

/** All projects with their counts, oldest first. */
export async function listProjects(store: Store): Promise<ProjectView[]> {
  return await untilNextCommit(store, 'projects', () => readProjects(store))
}

async function readProjects(store: Store): Promise<ProjectView[]> {
  const [rows, retired] = await Promise.all([
    tables(store).project.findMany({
      where: { kind: 'project' },
      orderBy: { id: 'asc' },
      include: {
        _count: {
          select: { episodes: true, entries: { where: { lifecycle: { not: 'purged' }, beside: false } } },
        },
      },
    }),
    tables(store).entry.groupBy({
      by: ['projectId'],
      where: { lifecycle: 'retired', beside: false },
      _count: true,
    }),
  ])
  const retiredOf = new Map(retired.map(({ projectId, _count }) => [projectId, _count]))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    source: row.source as Source,
    entryCount: row._count.entries,
    liveCount: row._count.entries - (retiredOf.get(row.id) ?? 0),
    episodeCount: row._count.episodes,
  }))
}

/** Project by name, or null. */
export async function findProject(
  store: Store,
  name: string,
): Promise<{ id: string; name: string; source: Source } | null> {
  const row = await tables(store).project.findUnique({ where: { name } })
  return row && { id: row.id, name, source: row.source as Source }
}

/** Project by name. Throws UserError `no-such-project` that names those there are. */
export async function getProject(
  store: Store,
  name: string,
): Promise<{ id: string; name: string; source: Source }> {
  const project = await findProject(store, name)
  if (project) return project
  const names = (await listProjects(store)).map((p) => p.name)
  throw new UserError('no-such-project', `There is no project "${name}".`, {
    hint:
      names.length === 0
        ? 'Import trajectories or load the sample first.'
        : `There are: ${names.join(', ')}.`,
    status: 404,
  })
}

export async function findProjectName(client: Reader, id: string): Promise<string | null> {
  return (await tables(client).project.findUnique({ where: { id }, select: { name: true } }))?.name ?? null
}

/** Everything stored in a project, purged entries and those beside the extractor in service too. */
export async function countStored(
  store: Store,
  projectId: string,
): Promise<{ episodes: number; entries: number }> {
  const where = { projectId }
  const [episodes, entries] = await Promise.all([
    tables(store).episode.count({ where }),
    tables(store).entry.count({ where }),
  ])
  return { episodes, entries }
}

/** Whether new entries of a project wait for a person before they serve. */
export async function hasReviewGate(store: Store, projectId: string): Promise<boolean> {
  const row = await tables(store).project.findUnique({
    where: { id: projectId },
    select: { reviewGate: true },
  })
  return row?.reviewGate ?? false
}

/** Turns the review gate of a project on or off. Entries that are there already stay as they are. */
export async function setReviewGate(
  store: Store,
  { projectId, on }: { projectId: string; on: boolean },
): Promise<void> {
  const { count } = await store.record((tx) =>
    tables(tx).project.updateMany({ where: { id: projectId }, data: { reviewGate: on } }),
  )
  if (count === 0) throw noSuchProject(projectId)
}

/** What a project says of questions that do not say it themselves. */
type InjectionRule = {
  floor: number | null
  /** The embedder that the floor is a score of: in another space it does not count. Null without a floor. */
  floorEmbedder: string | null
  onlyWhatFits: boolean
}

/** With the share of its episodes that are given nothing at random; null = off. */
export type ProjectRule = InjectionRule & { withheldShare: number | null }

/** What is injected in a project, by its name; as in the paper where there is no such project. */
export async function findInjectionRule(store: Store, name: string): Promise<ProjectRule> {
  const [row] = await rowsOf<{
    floor: number | null
    floorEmbedder: string | null
    onlyWhatFits: boolean
    withheldShare: number | null
  }>(
    store,
    'SELECT "floor", "floorEmbedder", "onlyWhatFits", "withheldShare" FROM "Project" WHERE "name" = ?',
    name,
  )
  return {
    floor: row?.floor ?? null,
    floorEmbedder: row?.floorEmbedder ?? null,
    onlyWhatFits: row?.onlyWhatFits ?? false,
    withheldShare: row?.withheldShare ?? null,
  }
}

/** Says what is injected in a project where a question does not say it. */
export async function setInjectionRule(
  store: Store,
  { projectId, ...data }: InjectionRule & { projectId: string },
): Promise<void> {
  const { count } = await store.record((tx) =>
    tables(tx).project.updateMany({ where: { id: projectId }, data }),
  )
  if (count === 0) throw noSuchProject(projectId)
}

export function noSuchProject(id: string): UserError {
  return new UserError('no-such-project', `There is no project ${id.slice(0, 60)}.`, {
    hint: 'Look at the list of projects.',
    status: 404,
  })
}

/** Ids whose entries a retrieval in this project may see: the project's own and its parent user scope's. */
export async function listScopeIds(store: Store, projectId: string): Promise<string[]> {
  const row = await tables(store).project.findUnique({ where: { id: projectId }, select: { parentId: true } })
  return row?.parentId ? [projectId, row.parentId] : [projectId]
}

/** The project of that name, made when it is new. Names: 1 to 80 characters, no control characters. */
export async function ensureProject(
  store: Store,
  tx: Tx,
  name: string,
  source: Source,
): Promise<{ id: string; reviewGate: boolean; created: boolean }> {
  const found = await firstOf<{ id: string; kind: string; reviewGate: boolean }>(
    tx,
    'SELECT "id", "kind", "reviewGate" FROM "Project" WHERE "name" = ?',
    name,
  )
  if (found?.kind === 'user' || (name === USER_SCOPE && !found))
    throw new UserError('bad-project-name', `"${name}" cannot be a project's name: it is your own scope.`, {
      hint: 'Choose another name, or copy entries to your own scope.',
    })
  if (found) return { id: found.id, reviewGate: found.reviewGate, created: false }
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name))
    throw new UserError('bad-project-name', `"${name.slice(0, 80)}" cannot be a project's name.`, {
      hint: 'Use up to 80 letters, digits, spaces, dots, dashes and underscores, starting with a letter or digit.',
    })
  const id = store.nextId('p')
  const parent =
    source === 'imported' ? await tables(tx).project.findFirst({ where: { kind: 'user' } }) : null
  await tables(tx).project.create({
    data: { id, name, source, createdAt: store.now(), parentId: parent?.id ?? null },
  })
  return { id, reviewGate: false, created: true }
}

/** Name of the one scope whose entries serve in every imported project. */
export const USER_SCOPE = 'user memory'

/** The user's own scope, made when it is new; imported projects without a parent get it as theirs. */
export async function ensureUserScope(
  store: Store,
  tx: Tx,
): Promise<{ id: string; reviewGate: boolean; created: boolean }> {
  const found = await tables(tx).project.findFirst({ where: { kind: 'user' } })
  const id = found?.id ?? store.nextId('p')
  // A project may have been named so before the name was kept.
  const isTaken = !found && (await tables(tx).project.count({ where: { name: USER_SCOPE } })) > 0
  if (!found)
    await tables(tx).project.create({
      data: {
        id,
        name: isTaken ? `${USER_SCOPE} ${id}` : USER_SCOPE,
        kind: 'user',
        source: 'imported',
        createdAt: store.now(),
      },
    })
  await tables(tx).project.updateMany({
    where: { kind: 'project', source: 'imported', parentId: null },
    data: { parentId: id },
  })
  return { id, reviewGate: found?.reviewGate ?? false, created: !found }
}

/** Tables whose rows go with their project, and take along what hangs on them. */
const OF_ONE_PROJECT = [
  'Retrieval', 'Outcome', 'Suppression', 'Job', 'SavedView', 'Finding', 'QualitySample', 'Study', 'Unmoved', 'Verdict', 'Projection',
  'Workspace', 'AgentSession', 'AccessKey',
] // biome-ignore format: one list, read as one

/** Removes a project with all it holds, its history included, and says how much that was. Not undoable. */
export async function removeProject(
  store: Store,
  name: string,
): Promise<{ episodes: number; entries: number } | null> {
  const project = await findProject(store, name)
  if (!project) return null
  const { id } = project
  return await store.record(async (tx) => {
    const entries = await tables(tx).entry.deleteMany({ where: { projectId: id } })
    await clearDeadWords(tx)
    const episodes = await tables(tx).episode.deleteMany({ where: { projectId: id } })
    // Their subtasks took along what they had asked for; what nobody else asks goes too.
    await tables(tx).questionAsk.deleteMany({ where: { projectId: id } })
    await tables(tx).modelRequest.deleteMany({ where: { asks: { none: {} }, questionAsks: { none: {} } } })
    for (const table of OF_ONE_PROJECT)
      await tables(tx).$executeRawUnsafe(`DELETE FROM "${table}" WHERE "projectId" = ?`, id)
    await tables(tx).change.deleteMany({ where: { revision: { projectId: id } } })
    await tables(tx).revision.deleteMany({ where: { projectId: id } })
    // What is kept about a project beside its rows: its last scan, who claimed what.
    await tables(tx).setting.deleteMany({ where: { name: { endsWith: `:${id}` } } })
    await tables(tx).project.delete({ where: { id } })
    await beginIndexAnew(store, tx)
    return { episodes: episodes.count, entries: entries.count }
  })
}

/** Entries of all projects, and of these projects, that are neither purged nor beside the extractor in service. */
export async function countEntries(
  store: Store,
  projectIds: string[],
): Promise<{ all: number; inScope: number }> {
  const live = { lifecycle: { not: 'purged' }, beside: false }
  const [all, inScope] = await Promise.all([
    tables(store).entry.count({ where: live }),
    tables(store).entry.count({ where: { ...live, projectId: { in: projectIds } } }),
  ])
  return { all, inScope }
}
