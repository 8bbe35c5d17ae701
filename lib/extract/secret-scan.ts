import type { MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { matchesOf } from '../memory/text/matches-of.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { assignedSecrets, wrappedAfter } from './secrets/assignments.ts'
import { shapedSecrets } from './secrets/shapes.ts'
import { isRandom } from './secrets/values.ts'
import { vendorFormats } from './secrets/vendors.ts'
import { decodedViews, percentDecoded, undress, unwrapped, type View } from './secrets/views.ts'

/** One secret found by its shape; offsets into the scanned text. */
export interface SecretSpan {
  kind: string
  start: number
  end: number
}

/**
 * Finds secrets, in order, not overlapping; overlapping ones become one, named by the surest reading: the format of a vendor, a place
 * that gives it away, a name that means a secret, one layer of base64. Escapes and terminal colours are undone first. Linear in the text.
 */
export function findSecrets(text: string): SecretSpan[] {
  if (text.length < SHORTEST) return []
  const view = undress(text)
  const candidates = readingsOf(view)
  for (const { plain, start, end } of decodedViews(view.plain)) {
    const [inside] = readingsOf(undress(plain))
    if (inside) candidates.push({ ...placed(view, { start, end }), kind: `${inside.kind}, encoded`, rank: 3 })
  }
  const decoded = percentDecoded(text)
  if (decoded) candidates.push(...readingsOf(decoded))
  const joined = unwrapped(text)
  const whole = new Set(candidates.filter(({ rank }) => rank === 0).map(({ start }) => start))
  for (const found of joined ? vendorFormats(joined.plain) : []) {
    const place = joined ? placed(joined, found) : found
    const isBroken = place.end - place.start > found.end - found.start
    if (isBroken && !whole.has(place.start)) candidates.push({ ...found, ...place, rank: 0 })
  }
  return withoutOverlaps(candidates).map(({ kind, start, end }) => ({ kind, start, end }))
}

/** Where a span of a view stands in the text it was made from. */
const placed = ({ placeOf }: View, { start, end }: { start: number; end: number }) => ({
  start: placeOf(start)[0],
  end: placeOf(end - 1)[1],
})

/** The shortest text in which a secret has room. */
const SHORTEST = 8

type Candidate = SecretSpan & { rank: number }

function readingsOf(view: View): Candidate[] {
  const { plain } = view
  const candidates: Candidate[] = []
  for (const [rank, readings] of [vendorFormats(plain), shapedSecrets(plain)].entries())
    for (const { kind, start, end } of readings)
      candidates.push({ kind, start, end: end + wrappedAfter(plain, start, end), rank })
  for (const found of assignedSecrets(view)) candidates.push({ ...found, rank: 2 })
  if (candidates.some(({ kind }) => kind === 'aws-access-key-id'))
    for (const { 0: word, index } of matchesOf(plain, AWS_SECRET))
      if (isRandom(word))
        candidates.push({ kind: 'aws-secret-key', start: index, end: index + word.length, rank: 0 })
  return candidates.map((one) => ({ ...one, ...placed(view, one) }))
}

/** What stands beside an access key id: 40 characters of base64, by themselves. */
const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g

function withoutOverlaps(candidates: Candidate[]): Candidate[] {
  candidates.sort((a, b) => a.start - b.start || a.rank - b.rank)
  const kept: Candidate[] = []
  for (const candidate of candidates) {
    const last = kept.at(-1)
    if (last === undefined || candidate.start >= last.end) kept.push(candidate)
    else if (candidate.rank < last.rank)
      kept[kept.length - 1] = { ...candidate, start: last.start, end: Math.max(last.end, candidate.end) }
    else last.end = Math.max(last.end, candidate.end)
  }
  return kept
}

/**
 * Everything in a lesson, a reason or a question that looks like a secret: the shapes, and words that mix characters as passwords do.
 * Not for code and output, where such words are everyday: of a text of several lines only the shapes count. The detector of secrets
 * and what masks texts that leave both ask this.
 */
export function findSecretLike(text: string): SecretSpan[] {
  if (knownClean.has(text)) return []
  const found = lookForSecrets(text)
  if (found.length === 0 && text.length <= KEPT_LETTERS) {
    if (knownClean.size >= KEPT_TEXTS) knownClean.clear()
    knownClean.add(text)
  }
  return found
}

/** Texts in which nothing was found. The same lessons leave with every answer, and looking takes longer than finding them. Ours. */
const knownClean = new Set<string>()
const KEPT_TEXTS = 20_000
const KEPT_LETTERS = 600

function lookForSecrets(text: string): SecretSpan[] {
  const shapes = findSecrets(text)
  if (text.includes('\n')) return shapes
  const words = randomWords(text).filter(
    ({ start, end }) => !shapes.some((one) => start < one.end && one.start < end),
  )
  return [...shapes, ...words].sort((a, b) => a.start - b.start)
}

/** True when a lesson holds what looks like a secret, in d or in e. */
export function holdsSecret({
  description,
  experience,
}: Pick<MemoryEntry, 'description' | 'experience'>): boolean {
  const { objective, keywords } = description
  return [objective, ...keywords, ...Object.values(experience)].some(
    (text) => findSecretLike(text).length > 0,
  )
}

/** Words of 10 or more characters that mix small, capital, digit and a sign that no name, address or digest has: prose has none. */
function randomWords(text: string): SecretSpan[] {
  return matchesOf(text, /(?<=^|[\s"'`(:=])[A-Za-z0-9!@#$%^&*+=~_-]{10,80}(?=$|[\s"'`),.;])/g).flatMap(
    ({ 0: word, index }) => {
      const isMixed = [/[a-z]/, /[A-Z]/, /\d/, /[!@#%^&*~]/].every((kind) => kind.test(word))
      if (!isMixed || /%[0-9A-F]{2}|^[\w-]+=|[*]{3}/.test(word)) return []
      return [{ kind: 'a random word', start: index, end: index + word.length }]
    },
  )
}

/**
 * Replaces every secret of a trajectory by a typed placeholder `«secret:kind:n»`; equal values get the same number within
 * the run. To be applied before anything is stored or shown. Returns a new trajectory and how many places were masked.
 */
export function maskSecrets(trajectory: Trajectory): { trajectory: Trajectory; count: number } {
  const numbers = new Map<string, string>()
  const perKind = new Map<string, number>()
  let count = 0
  const mask = (text: string): string => {
    const spans = findSecrets(text)
    if (spans.length === 0) return text
    let out = ''
    let at = 0
    for (const span of spans) {
      const value = text.slice(span.start, span.end)
      let placeholder = numbers.get(value)
      if (placeholder === undefined) {
        const n = (perKind.get(span.kind) ?? 0) + 1
        perKind.set(span.kind, n)
        placeholder = `«secret:${span.kind}:${n}»`
        numbers.set(value, placeholder)
      }
      out += text.slice(at, span.start) + placeholder
      at = span.end
      count += 1
    }
    return out + text.slice(at)
  }
  const maskOrNull = (text: string | null) => (text === null ? null : mask(text))
  const masked: Trajectory = {
    ...trajectory,
    instanceId: mask(trajectory.instanceId),
    repo: maskOrNull(trajectory.repo),
    agent: { name: mask(trajectory.agent.name), version: maskOrNull(trajectory.agent.version) },
    backbone: maskOrNull(trajectory.backbone),
    outcomeSource: maskOrNull(trajectory.outcomeSource),
    startedAt: maskOrNull(trajectory.startedAt),
    task: {
      title: mask(trajectory.task.title),
      text: mask(trajectory.task.text),
      raw: mask(trajectory.task.raw),
    },
    submission: maskOrNull(trajectory.submission),
    exitStatus: maskOrNull(trajectory.exitStatus),
    warnings: trajectory.warnings.map(mask),
    steps: trajectory.steps.map((step) => ({
      ...step,
      thought: maskOrNull(step.thought),
      at: maskOrNull(step.at),
      actions: step.actions.map(({ tool, text, callId }) => ({
        tool: maskOrNull(tool),
        text: mask(text),
        callId: maskOrNull(callId),
      })),
      observations: step.observations.map((observation) => ({
        ...observation,
        text: mask(observation.text),
        callId: maskOrNull(observation.callId),
      })),
    })),
  }
  return { trajectory: masked, count }
}

/** How many places of a piece of an export look like a secret. Fingerprints that Loupe itself writes are none. */
export const secretsIn = (piece: string): number =>
  findSecrets(piece.replace(/"suppressionKey":"[0-9a-f]+"/g, '')).length

/** A name (of a file, a project) without what looks like a secret in it. */
export function maskName(name: string): string {
  let [out, at] = ['', 0]
  for (const { kind, start, end } of findSecrets(name)) {
    out += `${name.slice(at, start)}«secret:${kind}»`
    at = end
  }
  return out + name.slice(at)
}

/** Refuses what a person typed beside an entry (a reason, a note) when it holds what looks like a secret. Throws UserError `secret`. */
export function requireNoSecret(text: string | null | undefined, place: string): void {
  const kinds = new Set(findSecrets(text ?? '').map(({ kind }) => kind))
  if (kinds.size === 0) return
  throw new UserError('secret', `The ${place} holds what looks like a secret (${[...kinds].join(', ')}).`, {
    hint: 'Take it out; nothing was stored.',
    place,
  })
}
