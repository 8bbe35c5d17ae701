import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readTrajectories } from './ingest/ingest-file.ts'
import type { Embedder } from './llm/embedder.ts'
import { createJoinedEmbedder } from './llm/joined-embedder.ts'
import { createLocalEmbedder } from './llm/local-embedder.ts'
import { KEPT_PATH, withKeptVectors } from './llm/minilm/kept-vectors.ts'
import { openSentenceModel } from './llm/minilm/sentence-model.ts'
import type { Trajectory } from './memory/trajectory.ts'
import { CosineIndex } from './retrieval/cosine-index.ts'
import { instance } from './retrieval/strategies/instance.ts'
import type { EpisodeText } from './retrieval/strategies/strategy.ts'
import { tfidf } from './retrieval/strategies/tfidf.ts'
import { sameFileQueries } from './studies/retrieval/same-file-labels.ts'

/*
 * The baseline that subtask memory is compared with must be no straw man: over whole task texts `instance` finds what helps
 * at least as well as counting words does. Prints what it measures; docs/evaluation.md shows it.
 */
type Query = { id: string; text: string; relevant: readonly string[] }

const model = openSentenceModel({ rootPath: process.cwd(), clock: () => performance.now() })
const kept = withKeptVectors(model, join(process.cwd(), KEPT_PATH))
const joined = createJoinedEmbedder((texts) => kept.embed(texts, 'work'))
afterAll(() => model.stop())

const sample = join(process.cwd(), 'prisma', 'sample')
const lines = <T>(name: string): T[] =>
  readFileSync(join(sample, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const stream: string[] = JSON.parse(readFileSync(join(sample, 'stream.json'), 'utf8'))
const runs = stream.flatMap((name) => read(join(sample, 'episodes', `${name}.traj.json`)))

function read(file: string): Trajectory[] {
  return readTrajectories(readFileSync(file), basename(file)).trajectories
}

const asEpisode = ({ instanceId, repo, task }: Trajectory, position: number): EpisodeText => ({
  episodeId: `ep_${String(position).padStart(4, '0')}`,
  instanceId,
  projectId: 'p_1',
  repo,
  position,
  text: task.text || task.title,
  entryIds: [],
})

/** Mean reciprocal rank of the first instance that helps; the question's own instance is not seen. */
async function meanReciprocalRanks(
  queries: readonly Query[],
  runsSeen: readonly Trajectory[],
  embedder: Embedder,
) {
  const corpus = {
    index: new CosineIndex(embedder),
    embedder,
    episodes: runsSeen.map(asEpisode),
    entries: new Map(),
  }
  const mrr = async (strategy: typeof instance) => {
    const rank = await strategy.prepare(corpus)
    let sum = 0
    for (const { id, text, relevant } of queries) {
      const scope = { projectIds: ['p_1'], withoutInstance: id }
      const { hits: places } = await rank({ text, scope, seed: 1, limit: null })
      const instances = [...new Set(places.map(({ instanceId }) => instanceId))]
      const found = instances.findIndex((one) => relevant.includes(one))
      if (found >= 0) sum += 1 / (found + 1)
    }
    return sum / queries.length
  }
  return { instance: await mrr(instance), tfidf: await mrr(tfidf) }
}

async function compare(what: string, queries: readonly Query[], runsSeen: readonly Trajectory[]) {
  const words = await meanReciprocalRanks(queries, runsSeen, createLocalEmbedder())
  const found = await meanReciprocalRanks(queries, runsSeen, joined)
  const shown = `instance ${found.instance.toFixed(3)} (words alone ${words.instance.toFixed(3)}), tfidf ${found.tfidf.toFixed(3)}`
  process.stdout.write(`${what}: ${queries.length} task texts over ${runsSeen.length} runs, MRR ${shown}\n`)
  return found
}

it('instance is not worse than tfidf on the short tasks of the sample’s questions', async () => {
  const queries = lines<Query & { category?: string }>('queries.jsonl').filter(
    ({ category, relevant }) => category === undefined && relevant.length > 0,
  )
  expect(queries).toHaveLength(34)
  const found = await compare('written questions', queries, runs)
  expect(found.instance).toBeGreaterThanOrEqual(found.tfidf)
})

it('instance is not worse than tfidf on the sample’s own tasks, whose like have the same mechanism', async () => {
  const mechanismOf = new Map(
    lines<{ instanceId: string; mechanism: string | null }>('episodes.jsonl').map((line) => [
      line.instanceId,
      line.mechanism,
    ]),
  )
  const tasks = new Map(runs.map((run) => [run.instanceId, run.task.text || run.task.title]))
  const queries = [...tasks].flatMap(([id, text]) => {
    const relevant = [...tasks.keys()].filter(
      (o) => o !== id && mechanismOf.get(id) !== null && mechanismOf.get(o) === mechanismOf.get(id),
    )
    return relevant.length > 0 ? [{ id, text, relevant }] : []
  })
  expect(queries).toHaveLength(60)
  const found = await compare('same mechanism', queries, runs)
  expect(found.instance).toBeGreaterThanOrEqual(found.tfidf)
})

const root = process.env.LOUPE_CORPUS_DIR ?? ''
const files = [
  'mini-swe-agent/gemini-3-pro',
  'mini-swe-agent/deepseek_chat_dev',
  'mini-swe-agent/deepseek_lite_dev_noparallel',
  'swe-agent',
]
  .map((folder) => join(root, folder))
  .filter((folder) => root !== '' && existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => /\.traj(\.json)?$/.test(file))

it.skipIf(files.length === 0)(
  'instance is not worse than tfidf on real tasks that edit one file',
  async () => {
    const real = files.flatMap(read)
    const patched = real.map(({ instanceId, repo, task, submission }) => ({
      ...{ instanceId, repo, submission },
      taskText: task.text,
      subtasks: [],
    }))
    const found = await compare('same source file', sameFileQueries(patched, 'task'), real)
    expect(found.instance).toBeGreaterThanOrEqual(found.tfidf)
  },
  600_000,
)
