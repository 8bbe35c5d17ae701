import { setImmediate } from 'node:timers/promises'
import { scanLeaks } from '../../extract/leak-scan.ts'
import type { Embedder } from '../../llm/embedder.ts'
import {
  type KeyRow,
  type Maker,
  type Payload,
  RAW,
  type Span,
} from '../../memory/audit/abstraction-audit.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { EXPERIENCE_PARTS } from '../../memory/experience.ts'
import { reciprocalRank } from '../../memory/lab/metrics.ts'
import { cosine } from '../../memory/similarity.ts'
import { descriptionText } from '../../memory/subtask.ts'
import type { Step } from '../../memory/trajectory.ts'
import { injectedMessage, rawMessage, tokenEstimate } from '../../retrieval/injection.ts'
import { intentOf } from '../../retrieval/plan.ts'
import type { ReplayQuery } from '../replay-query.ts'
import { relevantOf } from './measure-categories.ts'

/** Characters of raw steps that are embedded (ours: a bound for runaway outputs). */
const RAW_CHARACTERS = 100_000
/** Characters of a text that are kept for reading. */
const SHOWN_CHARACTERS = 1_500

export interface AbstractionDeps {
  /** Approved entries with a span, of every extractor. */
  entries: readonly MemoryEntry[]
  steps: (episodeId: string, from: number, to: number) => Promise<Step[]>
  embedder: Embedder
  mask: (text: string) => string
}

/**
 * Raw steps and each extractor's text over the same spans. As key: labelled questions are ranked by cosine inside the labelled
 * category over the spans that every extractor made something of, the question's own instance left out. As payload: tokens,
 * leaks by kind and cited parts.
 */
export async function measureAbstraction(
  queries: readonly ReplayQuery[],
  { entries, steps, embedder, mask }: AbstractionDeps,
): Promise<{ makers: Maker[]; spans: Span[]; rows: KeyRow[] }> {
  const extractors = [...new Set(entries.map(({ extractor }) => extractor))]
  const makers = [RAW, ...extractors]
  const bySpan = Map.groupBy(entries, ({ subtaskId }) => subtaskId ?? '')
  const spans: Span[] = []
  const keys: { span: Span; vectors: Record<Maker, Float32Array> }[] = []
  for (const [subtaskId, made] of bySpan) {
    const own = extractors.flatMap((extractor) => made.find((entry) => entry.extractor === extractor) ?? [])
    const [first] = own
    if (!first || own.length < extractors.length || first.episodeId === null) continue
    const taken = await steps(first.episodeId, first.fromStep ?? 1, first.toStep ?? 0)
    const rawText = rawMessage(first, taken)
    const texts = [
      plainSteps(taken).slice(0, RAW_CHARACTERS),
      ...own.map(({ description }) => descriptionText(description)),
    ]
    const vectors = await embedder.embed(texts)
    const span: Span = {
      subtaskId,
      category: first.category,
      instanceId: first.instanceId,
      entryIds: Object.fromEntries(own.map(({ extractor, id }) => [extractor, id])),
      payloads: Object.fromEntries([
        [RAW, payloadOf(rawText, plainSteps(taken), first.repo, null)],
        ...own.map(
          (entry) =>
            [
              entry.extractor,
              payloadOf(injectedMessage(entry), lessonText(entry), entry.repo, partsOf(entry)),
            ] as const,
        ),
      ]),
      shown: Object.fromEntries(
        [rawText, ...own.map(injectedMessage)].map((text, i) => [
          makers[i] ?? RAW,
          mask(text).slice(0, SHOWN_CHARACTERS),
        ]),
      ),
    }
    spans.push(span)
    keys.push({
      span,
      vectors: Object.fromEntries(
        makers.map((maker, i) => [maker, vectors[i] ?? new Float32Array(embedder.dimension)]),
      ),
    })
    await setImmediate()
  }
  const rows: KeyRow[] = []
  for (const query of queries) {
    const relevant = relevantOf(query)
    if (query.category === undefined || relevant.size === 0) continue
    const [asked] = await embedder.embed([descriptionText(intentOf(query.text, query.category).description)])
    if (!asked) continue
    const pool = keys.filter(({ span }) => span.category === query.category && span.instanceId !== query.id)
    const row: KeyRow = { id: query.id, ranks: {}, winners: {} }
    for (const maker of makers) {
      const ranked = pool
        .map(({ span, vectors }) => ({ span, score: cosine(asked, vectors[maker] ?? asked) }))
        .sort((a, b) => b.score - a.score || (a.span.subtaskId < b.span.subtaskId ? 1 : -1))
      const instances = [...new Set(ranked.flatMap(({ span }) => span.instanceId ?? []))]
      row.ranks[maker] = reciprocalRank(instances, relevant)
      row.winners[maker] = ranked[0]?.span.subtaskId ?? null
    }
    rows.push(row)
  }
  return { makers, spans, rows }
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
