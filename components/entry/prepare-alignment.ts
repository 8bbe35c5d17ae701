import { formatCount, formatList } from '@/components/ui/format.ts'
import type { Citation, MemoryEntry } from '@/lib/memory/entry.ts'
import { EXPERIENCE_PARTS, type ExperiencePart } from '@/lib/memory/experience.ts'
import { type Span, type Step, stepText } from '@/lib/memory/trajectory.ts'
import { writesOnly } from '@/lib/memory/writes-only.ts'
import {
  excerptOf,
  isSamePlace,
  lineCount,
  lineRanges,
  type PlacedText,
  type RawText,
} from './prepare-excerpt.ts'

export type AlignedPart = {
  part: ExperiencePart
  evidence: RawText[]
  /** Steps of other runs that it rests on too, since entries of those were merged in; their text is on their own pages. */
  elsewhere: { episodeId: string; steps: number[] }[]
  /** It cites, and all that it cites are commands that write files: nobody saw anything happen. */
  citesWritesOnly: boolean
}

export type Alignment = {
  /** Every part of the lesson that says something, with what the extractor cited for it; empty = cited nothing. */
  parts: AlignedPart[]
  citedLineCount: number
  rawLineCount: number
  /** Steps that no part cites, named; null when every step is cited. */
  uncited: string | null
  /** Steps behind the lesson. */
  stepCount: number
}

/** Joins each part of a lesson to the raw text it cites; never by likeness. `steps` are of the entry's own run. */
export function prepareAlignment(entry: MemoryEntry, steps: Step[]): Alignment {
  const byNumber = new Map(steps.map((step) => [step.n, step]))
  // Step 3 of another run is another step 3: only the entry's own run is shown here.
  const own = entry.citations.filter(({ episodeId = entry.episodeId }) => episodeId === entry.episodeId)
  const foreign = entry.citations.filter((citation) => !own.includes(citation))
  const parts = EXPERIENCE_PARTS.filter((part) => entry.experience[part] !== '').map((part) => {
    const spans = own.filter((citation) => citation.part === part).map((citation) => citation.span)
    const elsewhere = stepsByRun(foreign.filter((citation) => citation.part === part))
    return {
      part,
      evidence: evidenceOf(spans, byNumber),
      elsewhere,
      citesWritesOnly:
        spans.length > 0 && elsewhere.length === 0 && spans.every((span) => isWrite(span, byNumber)),
    }
  })
  const cited = new Set(own.map((citation) => citation.span.step))
  return {
    parts,
    citedLineCount: citedLines(
      own.map((citation) => citation.span),
      byNumber,
    ),
    rawLineCount: steps.flatMap(textsOf).reduce((sum, text) => sum + lineCount(text.text), 0),
    uncited: nameUncited(steps.filter((step) => !cited.has(step.n))),
    stepCount: steps.length,
  }
}

function isWrite({ step, part }: Span, steps: ReadonlyMap<number, Step>): boolean {
  const action = part.kind === 'action' ? steps.get(step)?.actions[part.index] : undefined
  return action !== undefined && writesOnly(action.text)
}

/** Parts that rest on what they cite. A check must rest on something that ran: a file that was written checks nothing. */
export function supportedParts({ parts }: Pick<Alignment, 'parts'>): AlignedPart[] {
  return parts.filter(
    ({ part, evidence, elsewhere, citesWritesOnly }) =>
      evidence.length + elsewhere.length > 0 && !(part === 'check' && citesWritesOnly),
  )
}

function stepsByRun(citations: Citation[]): AlignedPart['elsewhere'] {
  const runs = new Map<string, Set<number>>()
  for (const { episodeId, span } of citations)
    if (episodeId !== undefined) runs.set(episodeId, (runs.get(episodeId) ?? new Set()).add(span.step))
  return [...runs].map(([episodeId, steps]) => ({ episodeId, steps: [...steps].sort((a, b) => a - b) }))
}

function evidenceOf(spans: Span[], steps: Map<number, Step>): RawText[] {
  const groups = new Map<string, Span[]>()
  for (const span of spans) {
    const key = `${span.step} ${span.part.kind} ${span.part.index}`
    groups.set(key, [...(groups.get(key) ?? []), span])
  }
  return [...groups.values()].flatMap((group) => {
    const first = group[0]
    const step = first && steps.get(first.step)
    const text = step && textsOf(step).find((candidate) => isSamePlace(candidate, first))
    return text ? [excerptOf(text, group)] : []
  })
}

/** The texts of a step in the order a reader meets them. */
function textsOf(step: Step): PlacedText[] {
  const refs: { part: Span['part']; kind: RawText['kind']; exitCode: number | null }[] = [
    { part: { kind: 'thought', index: 0 }, kind: 'thought', exitCode: null },
    ...step.actions.map((_, index) => ({
      part: { kind: 'action' as const, index },
      kind: 'command' as const,
      exitCode: null,
    })),
    ...step.observations.map((observation, index) => ({
      part: { kind: 'observation' as const, index },
      kind: 'output' as const,
      exitCode: observation.exitCode,
    })),
  ]
  return refs.flatMap((ref) => {
    const text = stepText(step, ref.part)
    return text === null || text.trim() === '' ? [] : [{ step: step.n, ...ref, text }]
  })
}

function citedLines(spans: Span[], steps: Map<number, Step>): number {
  const lines = new Set<string>()
  for (const span of spans) {
    const step = steps.get(span.step)
    const text = step ? stepText(step, span.part) : null
    if (text === null) continue
    for (const [k, line] of lineRanges(text).entries()) {
      if (line.start < span.end && line.end > span.start)
        lines.add(`${span.step} ${span.part.kind} ${span.part.index} ${k}`)
    }
  }
  return lines.size
}

/** `Steps 16, 18 and 20 are not cited.` */
function nameUncited(steps: Step[]): string | null {
  if (steps.length === 0) return null
  const numbers = steps.map(({ n }) => String(n))
  const named =
    numbers.length > 12 ? [...numbers.slice(0, 11), `${formatCount(numbers.length - 11)} more`] : numbers
  return `${steps.length === 1 ? 'Step' : 'Steps'} ${formatList(named)} ${steps.length === 1 ? 'is' : 'are'} not cited.`
}
