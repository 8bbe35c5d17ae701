import { setImmediate } from 'node:timers/promises'
import { listSpanEntries } from '../../db/entries/entry-detail.ts'
import { listSteps } from '../../db/episodes/steps.ts'
import { scanLeaks } from '../../extract/leak-scan.ts'
import { masked } from '../../extract/mask-texts.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { EXPERIENCE_PARTS } from '../../memory/experience.ts'
import { cosine } from '../../memory/similarity.ts'
import {
  type AbstractionReport,
  type KeyComparison,
  type KeyRow,
  type Maker,
  type Payload,
  RAW,
  reportAbstraction,
  type Span,
} from '../../memory/studies/abstraction.ts'
import { gradesOf, type Question } from '../../memory/studies/question.ts'
import { reciprocalRank } from '../../memory/studies/ranking-metrics.ts'
import { descriptionText, tokenEstimate } from '../../memory/text/words.ts'
import type { Step } from '../../memory/trajectory.ts'
import { injectedMessage, rawMessage } from '../../retrieval/injection.ts'
import { intentOf } from '../../retrieval/plan.ts'
import type { ReadDesign } from '../read-study.ts'

/** Characters of raw steps that are embedded (ours: a bound for runaway outputs). */
const RAW_CHARACTERS = 100_000

/** Raw steps against every extractor over the same spans; null for a project without labelled questions. */
export const abstraction: ReadDesign<Question[] | null, AbstractionReport | null, AbstractionReport | null> =
  {
    name: 'abstraction',
    plan: (project, { writtenFor }) => writtenFor(project)?.queries ?? null,
    rows: async (queries, { projectIds }, { store }) => {
      if (queries === null) return null
      const measured = await measureAbstraction(queries, {
        entries: await listSpanEntries(store, projectIds),
        steps: (episodeId, from, to) => listSteps(store, episodeId, from, to),
        // By words: hundreds of long logs through a sentence model would take minutes, and say no more of keys.
        embedder: createLocalEmbedder(),
      })
      return reportAbstraction(measured, { mask: masked })
    },
    report: (report) => report,
  }

interface AbstractionDeps {
  /** Approved entries with a span, of every extractor. */
  entries: readonly MemoryEntry[]
  steps: (episodeId: string, from: number, to: number) => Promise<Step[]>
  embedder: Embedder
}

/**
 * Raw steps and each extractor's text over the same spans. As key: labelled questions are ranked by cosine inside the labelled
 * category, the question's own instance left out; each extractor against raw steps over the spans it made something of, and all
 * of them over the spans they share. As payload: tokens, leaks by kind and cited parts.
 */
export async function measureAbstraction(
  queries: readonly Question[],
  { entries, steps, embedder }: AbstractionDeps,
): Promise<{ makers: Maker[]; spans: Span[]; own: KeyComparison[]; shared: KeyComparison[] }> {
  const extractors = [...new Set(entries.map(({ extractor }) => extractor))]
  const bySpan = Map.groupBy(entries, ({ subtaskId }) => subtaskId ?? '')
  const keys: Key[] = []
  for (const [subtaskId, made] of bySpan) {
    const own = extractors.flatMap((extractor) => made.find((entry) => entry.extractor === extractor) ?? [])
    const [first] = own
    if (!first || first.episodeId === null) continue
    const taken = await steps(first.episodeId, first.fromStep ?? 1, first.toStep ?? 0)
    const vectors = await embedder.embed([
      plainSteps(taken).slice(0, RAW_CHARACTERS),
      ...own.map(({ description }) => descriptionText(description)),
    ])
    keys.push({
      span: spanOf(subtaskId, first, own, taken),
      vectors: new Map([RAW, ...own.map(({ extractor }) => extractor)].map((one, i) => [one, vectors[i]])),
    })
    await setImmediate()
  }
  const asked = await askedOf(queries, embedder)
  const compare = (pool: Key[], maker: Maker): KeyComparison => ({
    maker,
    spans: pool.length,
    rows: asked.map((question) => rowOf(question, pool, maker)),
  })
  const common = keys.filter(({ vectors }) => extractors.every((one) => vectors.has(one)))
  return {
    makers: [RAW, ...extractors],
    spans: keys.map(({ span }) => span),
    own: extractors.map((one) =>
      compare(
        keys.filter(({ vectors }) => vectors.has(one)),
        one,
      ),
    ),
    shared: extractors.length < 2 ? [] : extractors.map((one) => compare(common, one)),
  }
}

type Key = { span: Span; vectors: Map<Maker, Float32Array | undefined> }

type Asked = { query: Question; relevant: ReadonlySet<string>; vector: Float32Array }

async function askedOf(queries: readonly Question[], embedder: Embedder): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const query of queries) {
    const relevant = new Set(gradesOf(query).keys())
    if (query.category === undefined || relevant.size === 0) continue
    const [vector] = await embedder.embed([descriptionText(intentOf(query.text, query.category).description)])
    if (vector) asked.push({ query, relevant, vector })
  }
  return asked
}

function rowOf({ query, relevant, vector }: Asked, pool: readonly Key[], maker: Maker): KeyRow {
  const asked = pool.filter(({ span }) => span.category === query.category && span.instanceId !== query.id)
  const ask = (key: Maker) => {
    const ranked = asked
      .map(({ span, vectors }) => ({ span, score: cosine(vector, vectors.get(key) ?? vector) }))
      .sort((a, b) => b.score - a.score || (a.span.subtaskId < b.span.subtaskId ? 1 : -1))
    const instances = [...new Set(ranked.flatMap(({ span }) => span.instanceId ?? []))]
    return { rank: reciprocalRank(instances, relevant), winner: ranked[0]?.span.subtaskId ?? null }
  }
  const raw = ask(RAW)
  const made = ask(maker)
  return { id: query.id, raw: raw.rank, made: made.rank, rawWinner: raw.winner, madeWinner: made.winner }
}

function spanOf(
  subtaskId: string,
  first: MemoryEntry,
  own: readonly MemoryEntry[],
  taken: readonly Step[],
): Span {
  const rawText = rawMessage(first, [...taken])
  return {
    subtaskId,
    category: first.category,
    instanceId: first.instanceId,
    entryIds: Object.fromEntries(own.map(({ extractor, id }) => [extractor, id])),
    payloads: {
      [RAW]: payloadOf(rawText, plainSteps(taken), first.repo, null),
      ...Object.fromEntries(
        own.map((entry) => [
          entry.extractor,
          payloadOf(injectedMessage(entry), lessonText(entry), entry.repo, partsOf(entry)),
        ]),
      ),
    },
    texts: {
      [RAW]: rawText,
      ...Object.fromEntries(own.map((entry) => [entry.extractor, injectedMessage(entry)])),
    },
  }
}

function plainSteps(steps: readonly Step[]): string {
  return steps
    .flatMap(({ thought, actions, observations }) => [
      thought ?? '',
      ...actions.map(({ text }) => text),
      ...observations.map(({ text }) => text),
    ])
    .join('\n')
}

function lessonText({ experience }: MemoryEntry): string {
  return [experience.title, ...EXPERIENCE_PARTS.map((part) => experience[part])].join('\n')
}

/** Tokens of the message as it would be injected; leaks of what the memory itself says, without our frame. */
function payloadOf(message: string, text: string, repo: string | null, parts: Payload['parts']): Payload {
  const leaks: Payload['leaks'] = {}
  for (const { type } of scanLeaks(text, repo)) leaks[type] = (leaks[type] ?? 0) + 1
  return { tokens: tokenEstimate(message), leaks, parts }
}

function partsOf({ experience, citations }: MemoryEntry): Payload['parts'] {
  const said = EXPERIENCE_PARTS.filter((part) => experience[part].trim() !== '')
  const cited = said.filter((part) => citations.some((citation) => citation.part === part))
  return { said: said.length, cited: cited.length }
}
