/**
 * `node scripts/command.mjs keep-vectors`: asks the sample everything that its pages ask, over a folder that is thrown away, and
 * keeps the sentence vectors that came up, so that a first start need not make them. Run it after the sample has changed.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bytesOfVectors, KEPT_PATH } from '../lib/llm/minilm/kept-vectors.ts'
import { openSentenceModel, type SentenceModel } from '../lib/llm/minilm/sentence-model.ts'
import { openLoupe } from '../lib/runtime.ts'
import { readQuestions } from '../lib/studies/retrieval/read-questions.ts'
import { report } from './reach/run-script.ts'

const rootPath = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const QUERIES = 'prisma/sample/queries.jsonl'

const dataPath = mkdtempSync(join(tmpdir(), 'loupe-vectors-'))
try {
  const seen = new Map<string, Float32Array>()
  await askTheSample(remembering(openSentenceModel({ rootPath, clock: () => performance.now() }), seen))
  const bytes = bytesOfVectors(seen)
  writeFileSync(join(rootPath, KEPT_PATH), bytes)
  console.log(`${KEPT_PATH}: ${seen.size} vectors, ${bytes.length} bytes`)
} catch (error) {
  process.exitCode = report(error)
} finally {
  rmSync(dataPath, { recursive: true, force: true })
}

async function askTheSample(sentences: SentenceModel): Promise<void> {
  const loupe = await openLoupe({
    rootPath,
    dataPath,
    now: () => new Date(),
    log: (line) => console.error(line),
    env: {},
    sentences,
  })
  if (!loupe) throw new Error('a folder just made is owned by another process')
  await loupe.start()
  await loupe.api.loadSample()
  await loupe.warmUp()
  await loupe.api.auditMisprediction({ project: 'sample' })
  await loupe.api.auditAbstraction({ project: 'sample' })
  await loupe.api.replay({
    project: 'sample',
    queries: readQuestions(readFileSync(join(rootPath, QUERIES), 'utf8'), QUERIES),
    strategies: ['subtask', 'instance'],
    seed: 1,
    resamples: 100,
    primary: null,
    grades: [],
  })
  for (const { text, mode, category } of await loupe.api.chips())
    await loupe.api.explore({
      project: 'sample',
      text,
      mode,
      limit: 10,
      floor: null,
      ...(category ? { category } : {}),
    })
  await loupe.close()
}

function remembering(model: SentenceModel, seen: Map<string, Float32Array>): SentenceModel {
  return {
    ...model,
    async embed(texts, urgency) {
      const vectors = await model.embed(texts, urgency)
      for (const [i, text] of texts.entries()) seen.set(text, vectors[i] as Float32Array)
      return vectors
    },
  }
}
