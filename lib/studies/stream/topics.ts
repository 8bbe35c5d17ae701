import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { listStreamEpisodes } from '../../db/episodes/stream-episodes.ts'
import type { Store } from '../../db/store.ts'
import type { Source } from '../../memory/source.ts'
import { type PatchedEpisode, sourceFilesByInstance } from '../retrieval/same-file-labels.ts'

/** What instances are about, by instance; those that share a topic are relevant to each other. */
export type Topics = { source: Source; what: string; of: ReadonlyMap<string, readonly string[]> }

const mechanismSchema = z.object({ instanceId: z.string(), mechanism: z.string().nullable() })

/** The sample's own: the mechanism of each run, as its writer meant it. */
function writtenTopics(lines: string): Topics {
  const rows = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => mechanismSchema.parse(JSON.parse(line)))
  return {
    source: 'written',
    what: 'runs of the same mechanism, as the writer meant it',
    of: new Map(rows.map(({ instanceId, mechanism }) => [instanceId, mechanism === null ? [] : [mechanism]])),
  }
}

/** Source files that an instance's runs edited, as in `sameFileQueries`; null where no run has a patch, and nothing for instances without one. */
function editedTopics(
  episodes: readonly Pick<PatchedEpisode, 'instanceId' | 'repo' | 'submission'>[],
): Topics | null {
  const files = [...sourceFilesByInstance(episodes)].filter(([, own]) => own.size > 0)
  if (files.length === 0) return null
  return {
    source: 'measured',
    what: 'runs that edited the same source file',
    of: new Map(files.map(([instanceId, own]) => [instanceId, [...own]])),
  }
}

/** Topics that at least two instances of a stream share, by instance; one that nothing else is like is missing: nothing relevant can be found for it. */
export function sharedTopics(
  topics: Topics | null,
  episodes: readonly { instanceId: string }[],
): Map<string, string[]> {
  const instances = new Set(episodes.map(({ instanceId }) => instanceId))
  const counts = new Map<string, number>()
  const own = (instanceId: string) => topics?.of.get(instanceId) ?? []
  for (const instanceId of instances)
    for (const topic of new Set(own(instanceId))) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  const shared = [...instances].map((instanceId): [string, string[]] => [
    instanceId,
    own(instanceId).filter((topic) => (counts.get(topic) ?? 0) > 1),
  ])
  return new Map(shared.filter(([, names]) => names.length > 0))
}

/** The sample's topics are its writer's; elsewhere runs are alike that edited the same file. */
export function topicsOfProject(store: Store, rootPath: string, sampleName: string) {
  return async ({ id, name }: { id: string; name: string }): Promise<Topics | null> =>
    name === sampleName
      ? writtenTopics(readFileSync(join(rootPath, 'prisma/sample/episodes.jsonl'), 'utf8'))
      : editedTopics(await listStreamEpisodes(store, id))
}
