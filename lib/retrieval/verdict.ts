import type { Embedder } from '../llm/embedder.ts'
import type { Category } from '../memory/category.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import type { Verdict } from '../memory/retrieval.ts'
import { cosine } from '../memory/similarity.ts'
import type { VerdictReport } from '../memory/studies/minimum-score.ts'
import { helpedWords } from '../memory/text/words.ts'
import type { Support } from '../memory/views/entries.ts'
import { levelOf, probabilityOf, type VerdictFit } from './fit-verdict.ts'

/** What a verdict is read from: the sample's graded lessons, or a project's own judgements. */
export type KnownFit = VerdictReport & Pick<VerdictFit, 'model' | 'fitsFrom' | 'weakFrom'>

/** The best lesson of a category. `doubts`: what stands open against it, e.g. `vague`. */
export type Candidate = {
  entry: Pick<MemoryEntry, 'id' | 'category' | 'experience'> & { support?: Support }
  score: number
  /** Best minus second best; null with fewer than two. */
  margin: number | null
  doubts: readonly string[]
}

/** What stands open against an entry. */
export async function doubtsOf(
  { id, flags }: Pick<MemoryEntry, 'id' | 'flags'>,
  openFindings: (entryId: string) => Promise<string[]>,
): Promise<string[]> {
  return [...new Set([...(flags.includes('vague') ? ['vague'] : []), ...(await openFindings(id))])]
}

/** What speaks for a lesson that was found first: the numbers of `EVIDENCE`, for a question as a vector. */
export async function evidenceOf(
  question: Float32Array,
  { entry: { experience, support }, score, margin, doubts }: Candidate,
  embedder: Embedder,
): Promise<number[]> {
  const parts = [experience.when, experience.do, experience.because]
  const vectors = await embedder.embed(parts)
  const likeness = vectors.map((vector, i) => (parts[i]?.trim() ? cosine(question, vector) : 0))
  return [score, margin ?? 0, ...likeness, Math.log(support?.runs ?? 1), doubts.length]
}

/** A candidate with the probability that it helps; null where nothing was judged in this space. */
export type Judged = Candidate & { probability: number | null }

export interface VerdictInput {
  category: Category
  /** Null when the pool is empty. */
  best: Judged | null
  /** Size of the pool. */
  kept: number
  fit: KnownFit | null
  /** The best of each other category; asked only where the best here does not fit. */
  elsewhere: readonly Judged[]
}

/**
 * Whether the best lesson helps, as a word and a sentence with the share that lessons of its level helped. Never `fits` beside an entry that something
 * open speaks against.
 */
export function judge({ category, best, kept, fit, elsewhere }: VerdictInput): Verdict {
  const bare = { probability: null, basis: null, elsewhere: null }
  if (best === null) return { ...bare, word: 'cold', sentence: coldSentence(category) }
  const { probability, doubts } = best
  if (fit === null || probability === null) {
    const sentence = `Cannot judge: nobody has judged lessons in this space of vectors; 60 judgements of this project's own will do. The best of ${grouped(kept)} scores ${sixDigits(best.score)}.`
    return { ...bare, word: 'unknown', sentence }
  }
  const level = levelOf(probability, fit)
  const word = level === 'fits' && doubts.length > 0 ? 'weak' : level
  const { n: called, helped } = fit.levels[level]
  const other =
    word === 'nothing-fits'
      ? elsewhere
          .filter((one) => one.doubts.length === 0 && levelOf(one.probability ?? 0, fit) === 'fits')
          .sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0))[0]
      : undefined
  const rests = helpedWords({ called, helped }) ?? 'none like this was judged'
  const by = fit.source === 'sample' ? 'by graded lessons of the sample' : 'as judged here'
  return {
    word,
    sentence: `${openingFor(word, best, { kept, category, isDoubted: word !== level, other })}; ${rests}, ${by}.`,
    probability,
    basis: { n: fit.n, source: fit.source, called, helped },
    elsewhere: other
      ? {
          ...{ category: other.entry.category, entryId: other.entry.id, title: other.entry.experience.title },
          probability: other.probability ?? 0,
        }
      : null,
  }
}

/** The verdict where scores are not cosines of descriptions, so that nothing was fitted on them. */
export function unjudged(strategy: string, kept: number): Verdict {
  const basis = { probability: null, basis: null, elsewhere: null }
  if (kept === 0) {
    const sentence = `Cold: ${strategy} ranks nothing for this text, so the agent works without memory.`
    return { ...basis, word: 'cold', sentence }
  }
  const sentence = `Cannot judge: the scores of ${strategy} are not cosines of descriptions. It ranked ${grouped(kept)}.`
  return { ...basis, word: 'unknown', sentence }
}

function coldSentence(category: Category): string {
  return `Cold: ${category} is empty in this scope, so the agent works without memory.`
}

function openingFor(
  word: 'fits' | 'weak' | 'nothing-fits',
  { entry, doubts }: Judged,
  about: { kept: number; category: Category; isDoubted: boolean; other: Judged | undefined },
): string {
  const named = `“${entry.experience.title}”`
  if (word === 'fits') return `It fits: ${named}`
  if (word === 'weak')
    return about.isDoubted
      ? `It would fit, but something open speaks against the lesson (${doubts.join(', ')}): ${named}`
      : `Weak: ${named}`
  const { other, category, kept } = about
  const rest = other
    ? `${other.entry.category} has one that fits: “${other.entry.experience.title}”`
    : 'no other category has one that fits'
  return `Nothing in ${category} fits: ${named}, the best of ${grouped(kept)}; ${rest}`
}

/** Thousands in groups: 20,000. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Six digits, where scores are compared. */
function sixDigits(score: number): string {
  return score.toFixed(6).replace('-', '−')
}

/** The probability of a candidate as it is kept: three digits, more would say more than is known. */
export async function judgedBy(
  fit: KnownFit | null,
  question: () => Promise<Float32Array>,
  candidate: Candidate,
  embedder: Embedder,
): Promise<Judged> {
  if (fit === null) return { ...candidate, probability: null }
  const evidence = await evidenceOf(await question(), candidate, embedder)
  return { ...candidate, probability: Math.round(probabilityOf(fit.model, evidence) * 1000) / 1000 }
}
