import { INTERVAL_SEED } from '../../../lib/memory/statistics.ts'
import {
  type AbstractionReport,
  type KeyScore,
  RAW,
  type ShownSpan,
} from '../../../lib/memory/studies/abstraction.ts'
import type { Cell } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatScore, plural } from '../../ui/format.ts'
import { paperAblations } from '../paper/paper-page.ts'
import { note, type StudyPage, type StudyPart, type StudySection, tablePart } from './study-page.ts'

/** Is the lesson better than the raw steps? As search key and as text to read, apart. */
export function abstractionPage(report: AbstractionReport): StudyPage {
  const isByModel = report.makers.some(
    (maker) => maker !== RAW && !maker.startsWith('rules') && maker !== 'person',
  )
  return {
    verdict: abstractionVerdict(report),
    sources: ['measured', 'written', 'paper'],
    basis: [
      ...compared(report.keys).map(
        ({ maker, overRaw, spans }) =>
          `${maker} 95 % CI ${intervalWords(overRaw)}, ${plural(spans, 'stretch', 'stretches')} of steps`,
      ),
      `${report.questions} labelled questions, category given`,
      'compared by words (local-v1)',
      ...(isByModel ? [] : ['no lesson by a model in this memory yet']),
    ],
    seed: INTERVAL_SEED,
    sections: [
      {
        id: 'key',
        title: 'As search key',
        note: 'description against raw steps: mean reciprocal rank (MRR) in the labelled category, paired by question',
        parts: keyParts(report),
      },
      {
        id: 'payload',
        title: 'As text to read',
        note: 'injected lesson against raw steps: tokens (characters / 4), leaks for each stretch by kind, parts with a citation',
        parts: [
          tablePart('abstraction-payload', 'Tokens, leaks and citations by maker', payloadTable(report), 2),
          note('What is made passes the same scan before it is kept: its 0 leaks are by construction.'),
        ],
      },
      ...(report.worst ? [worst(report, report.worst)] : []),
      ...paperAblations(),
    ],
  }
}

/** Each maker by its name, as any of them may be in service: what a few stretches say is no headline. */
export function abstractionVerdict({ keys }: AbstractionReport): string {
  const told = compared(keys)
  if (told.length === 0)
    return keys[0]?.spans === 1
      ? 'Cannot tell yet: only one stretch of steps has a lesson.'
      : 'Cannot tell yet: no stretch of steps has a lesson.'
  const sentences = told.map(({ maker, overRaw: { difference, low, high } }) => {
    const made = maker === 'person' ? 'lesson by a person' : makerWords(maker)
    const mrr = `MRR ${signed(difference)}`
    if (low > 0) return `the ${made} beats raw steps, ${mrr}`
    if (high < 0) return `the ${made} is worse than raw steps, ${mrr}`
    return `whether the ${made} is better cannot be told, ${mrr}`
  })
  return `As a search key ${sentences.join('; ')}.`
}

/** Those with an interval, the maker of most stretches first. */
function compared(keys: readonly KeyScore[]) {
  return keys.flatMap(({ overRaw, ...key }) => (overRaw ? [{ ...key, overRaw }] : []))
}

/** A maker in words; what rules make is an excerpt, never a lesson. */
function makerWords(maker: string): string {
  if (maker === RAW) return 'raw steps'
  if (maker.startsWith('rules')) return `excerpt by ${maker}`
  if (maker === 'person') return 'written by a person'
  return `lesson by ${maker}`
}

function keyParts(report: AbstractionReport): StudyPart[] {
  const [shared] = report.shared
  return [
    tablePart('abstraction-key', 'Mean reciprocal rank by maker of the key', keyTable(report), 3),
    ...(shared ? [note(`“shared”: over the ${shared.spans} stretches that every maker covers.`)] : []),
  ]
}

export function keyTable({ keys, shared }: AbstractionReport): Cell[][] {
  const within = (over: string, scores: KeyScore[]) => scores.map((score) => ({ over, ...score }))
  return tableOf([...within('own', keys), ...within('shared', shared)], {
    key: ({ maker }) => makerWords(maker),
    over: ({ over }) => over,
    stretches: ({ spans }) => spans,
    // biome-ignore lint/correctness/noComponentHookFactories: a column, no component.
    MRR: ({ mrr }) => mrr,
    'MRR of raw steps': ({ rawMrr }) => rawMrr,
    difference: ({ overRaw }) => overRaw?.difference,
    '95 % low': ({ overRaw }) => overRaw?.low,
    '95 % high': ({ overRaw }) => overRaw?.high,
    'other winner, share': ({ winnersChanged }) => winnersChanged,
  })
}

function payloadTable({ payloads }: AbstractionReport): Cell[][] {
  const kinds = [...new Set(payloads.flatMap(({ leaks }) => Object.keys(leaks)))].sort()
  return [
    ['text', 'stretches', 'median tokens', 'without leaks, share', ...kinds, 'cited, share'],
    ...payloads.map(({ maker, spans, medianTokens, clean, leaks, cited }): Cell[] => [
      ...[makerWords(maker), spans, medianTokens, clean],
      ...kinds.map((kind) => leaks[kind as keyof typeof leaks] ?? 0),
      cited,
    ]),
  ]
}

function worst(
  { makers }: AbstractionReport,
  { maker, spans }: NonNullable<AbstractionReport['worst']>,
): StudySection {
  const leaks = ({ payloads }: ShownSpan) =>
    Object.entries(payloads[maker]?.leaks ?? {})
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ') || 'no leak'
  const tokens = ({ payloads }: ShownSpan) => `${payloads[RAW]?.tokens} → ${payloads[maker]?.tokens} tokens`
  return {
    id: 'worst',
    title: 'Most leaks first',
    note: `${makerWords(maker)}, then the longest`,
    parts: [
      {
        kind: 'texts',
        items: spans.map((span) => ({
          key: span.subtaskId,
          summary: `${span.instanceId ?? 'no source'} · ${span.category} · ${leaks(span)} · ${tokens(span)}`,
          texts: makers
            .filter((one) => span.payloads[one])
            .map((one) => ({
              name: makerWords(one),
              entryId: span.entryIds[one],
              text: span.shown[one] ?? '',
            })),
        })),
      },
    ],
  }
}

const intervalWords = ({ low, high }: { low: number; high: number }) => `${signed(low)} to ${signed(high)}`

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${formatScore(value, 3)}`
}
