import type { MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { decodedViews, plainView } from './secret-views.ts'

/** One secret found by its shape; offsets into the scanned text. */
export interface SecretSpan {
  kind: string
  start: number
  end: number
}

/**
 * Shapes of secrets. Each pattern is linear: it starts with a fixed prefix and every repetition is of one class that the next
 * character is not in, or is bounded. An escaped line feed (`\\n` in JSON) before a secret is no letter. `value` names the group that is secret when the whole match is not.
 */
const SHAPES: readonly { kind: string; pattern: RegExp }[] = [
  {
    kind: 'private-key',
    // the body has no dash, so the rest of the pattern never has to be tried twice
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\\:,]{0,200}(?:Proc-Type|DEK-Info|[A-Z0-9]{2,12}-[A-Z0-9]{2,6}-[A-Z0-9]{2,6})){0,4}[A-Za-z0-9+/=\s\\:,]{0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'github-pat', pattern: /github_pat_[A-Za-z0-9_]{22,255}/g },
  { kind: 'github-token', pattern: /gh[pousr]_[A-Za-z0-9]{30,255}/g },
  { kind: 'anthropic-key', pattern: /sk-ant-[A-Za-z0-9_-]{20,200}/g },
  { kind: 'openai-key', pattern: /sk-(?:proj-|svcacct-|admin-|None-)[A-Za-z0-9_-]{20,250}/g },
  { kind: 'openai-key', pattern: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))sk-[A-Za-z0-9]{32,100}/g },
  { kind: 'aws-access-key-id', pattern: /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g },
  {
    kind: 'aws-secret-key',
    pattern:
      /aws_?(?:secret)?_?(?:access)?_?key['"]?\s{0,4}(?:=>|[:=])\s{0,4}['"]?(?<value>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
  },
  { kind: 'slack-token', pattern: /xox[abeoprs]-[A-Za-z0-9-]{10,250}/g },
  { kind: 'slack-token', pattern: /xapp-\d-[A-Za-z0-9-]{10,250}/g },
  {
    kind: 'slack-webhook',
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_+-]{20,200}/g,
  },
  { kind: 'google-key', pattern: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))AIza[A-Za-z0-9_-]{35}/g },
  { kind: 'google-oauth', pattern: /GOCSPX-[A-Za-z0-9_-]{20,60}|ya29\.[A-Za-z0-9_-]{20,500}/g },
  {
    kind: 'stripe-key',
    pattern: /(?:sk|rk|pk|whsec)_(?:live|test)_[A-Za-z0-9]{16,200}|whsec_[A-Za-z0-9]{24,100}/g,
  },
  { kind: 'npm-token', pattern: /npm_[A-Za-z0-9]{36}/g },
  { kind: 'gitlab-token', pattern: /gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[A-Za-z0-9_-]{20,120}/g },
  { kind: 'sendgrid-key', pattern: /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}/g },
  { kind: 'huggingface-token', pattern: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))hf_[A-Za-z0-9]{30,60}/g },
  { kind: 'pypi-token', pattern: /pypi-AgE[A-Za-z0-9_-]{50,300}/g },
  { kind: 'twilio-key', pattern: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))SK[0-9a-f]{32}(?![A-Za-z0-9])/g },
  { kind: 'digitalocean-token', pattern: /do[oprt]_v1_[a-f0-9]{64}/g },
  {
    kind: 'jwt',
    pattern:
      /(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}/g,
  },
  {
    kind: 'url-password',
    pattern:
      /(?:(?<![a-z0-9+])|(?<=\\[nrt]))[a-z][a-z0-9+]{1,20}:\/\/[^\s:/@'"`<>]{0,100}:(?<value>[^\s/@'"`<>]{3,200})@/gi,
  },
  { kind: 'bearer', pattern: /\bBearer\s{1,3}(?<value>[A-Za-z0-9._~+/=-]{16,2000})/gi },
  {
    kind: 'basic-auth',
    pattern: /\bAuthorization['"]?\s{0,3}[:=]\s{0,3}['"]?Basic\s{1,3}(?<value>[A-Za-z0-9+/=]{12,400})/gi,
  },
  { kind: 'groq-key', pattern: /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,80}/g },
  { kind: 'xai-key', pattern: /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{60,120}/g },
  { kind: 'openrouter-key', pattern: /(?<![A-Za-z0-9])sk-or-(?:v1-)?[A-Za-z0-9]{32,100}/g },
  { kind: 'vault-token', pattern: /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{24,200}/g },
  { kind: 'databricks-token', pattern: /(?<![A-Za-z0-9])dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])/g },
  { kind: 'docker-token', pattern: /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,80}/g },
  { kind: 'atlassian-token', pattern: /(?<![A-Za-z0-9])ATATT3[A-Za-z0-9_=-]{40,300}/g },
  { kind: 'telegram-token', pattern: /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9])/g },
  {
    kind: 'azure-key',
    pattern: /\b(?:AccountKey|SharedAccessKey|sig)=(?<value>[A-Za-z0-9+/%]{40,100}={0,2})/g,
  },
  {
    kind: 'registry-token',
    pattern: /_auth(?:Token)?\s{0,3}=\s{0,3}['"]?(?<value>[A-Za-z0-9+/=_.-]{16,300})/g,
  },
  {
    kind: 'login',
    pattern: /(?:^|\s)(?:-u|--user|--proxy-user)[ =]['"]?[^\s:'"]{1,100}:(?<value>[^\s'"]{4,200})/g,
  },
  { kind: 'netrc', pattern: /\blogin\s{1,8}\S{1,100}\s{1,8}password\s{1,8}(?<value>\S{4,200})/g },
  {
    kind: 'option',
    pattern:
      /--(?:token|password|passwd|secret|api-key|access-token|auth-token|client-secret)[ =]['"]?(?<value>[^\s'"]{6,300})/g,
  },
  {
    kind: 'header',
    pattern:
      /\b(?:X-API-Key|X-Auth-Token|Api-Key|Private-Token)['"]?\s{0,3}:\s{0,3}['"]?(?<value>[^\s'"]{12,300})/gi,
  },
  {
    kind: 'named-secret',
    pattern:
      /(?<![A-Za-z0-9«])(?:[a-z0-9]{1,30}[_-]){0,3}[A-Za-z0-9]{0,20}?(?:password|passwd|passphrase|pwd|pass|secret|token|api[_-]?key|apiKey|access[_-]?key|accessKey|AccessKey|private[_-]?key|secretKey|SecretKey|Secret|Token|Password)\s{0,8}['"]?\s{0,3}(?:=>|=|:)\s{0,8}(?:"(?<value>[^"\n]{6,200})"|'(?<value2>[^'\n]{6,200})'|(?<value3>[^\s'"`;,)}\]]{6,200}))/g,
  },
  {
    kind: 'assigned-secret',
    pattern:
      /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(?:[A-Z0-9]{1,30}_){0,4}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_KEY|ACCESS_KEY)(?:_[A-Z0-9]{1,20})?['"]?\s{0,3}(?:=|:)\s{0,3}(?:"(?<value>[^"\n]{6,200})"|'(?<value2>[^'\n]{6,200})'|(?<value3>[^\s'"`;,)}\]]{6,200}))/g,
  },
]

/** Something of every shape, so that most texts are read once. */
const HINT =
  /-----BEGIN|github_pat_|gh[pousr]_|sk-|A[KSBC][IC]A|aws|xox|xapp-|hooks\.slack|AIza|GOCSPX|ya29|[srp]k_|whsec_|npm_|gl[a-z]{2,5}-|SG\.|hf_|pypi-|SK[0-9a-f]|do[oprt]_v1|eyJ|:\/\/[^\s/]{0,300}@|Bearer|Basic|PASSW|SECRET|TOKEN|KEY|pass|pwd|secret|token|gsk_|xai-|hv[sbr]\.|dapi|dckr_|ATATT3|:AA|sig=|_auth|\s-u\s|--user|login/i

/** What stands where a secret would, so that it is none. */
const HARMLESS =
  /^(?:[x*.…•_-]{3,}|<.{0,60}>?|\$\{?\(?[A-Za-z_].{0,60}|%\(?[A-Za-z_].{0,40}|\{\{?.{0,60}|(?:your|my|some|the|test|dummy|fake|example|sample|changeme|change_me|placeholder|redacted|null|none|undefined|true|false|string|password|secret|token)[-_a-z]{0,24}\d?|(?:os|process|self|settings|config|request|env|get)[.([].{0,120}|«secret:.{0,60})$/i

/**
 * Finds secrets by shape, in order, not overlapping; overlapping ones become one, named by the first shape of the list. Looks through
 * terminal colours, escapes of a text inside a text, and one layer of base64 or percent-encoding. Linear in the text.
 */
export function findSecrets(text: string): SecretSpan[] {
  const shown = plainView(text)
  const candidates = shapesIn(shown)
  for (const { plain, start, end } of decodedViews(shown))
    for (const { kind, rank } of shapesIn(plainView(plain)).slice(0, 1))
      candidates.push({ kind: `${kind}, encoded`, start, end, rank })
  return withoutOverlaps(candidates)
}

type Candidate = SecretSpan & { rank: number }

function shapesIn(text: string): Candidate[] {
  if (!HINT.test(text)) return []
  const candidates: Candidate[] = []
  for (const [rank, { kind, pattern }] of SHAPES.entries()) {
    for (const match of text.matchAll(pattern)) {
      const groups = match.groups
      // An escaped quote left a blank beside the value.
      const value = (groups?.value ?? groups?.value2 ?? groups?.value3)?.trim()
      const start = value === undefined ? match.index : match.index + match[0].lastIndexOf(value)
      const end = value === undefined ? match.index + match[0].length : start + value.length
      if (value !== undefined && HARMLESS.test(value)) continue
      if (value !== undefined && kind === 'assigned-secret' && !looksRandom(value)) continue
      if (value !== undefined && CALLED_SO.has(kind) && !looksLikePassword(value)) continue
      candidates.push({ kind, start, end, rank })
    }
  }
  if (candidates.some(({ kind }) => kind === 'aws-access-key-id'))
    for (const { 0: word, index } of text.matchAll(AWS_SECRET))
      if (looksLikePassword(word))
        candidates.push({ kind: 'aws-secret-key', start: index, end: index + word.length, rank: 0 })
  return candidates
}

/** What stands beside an access key id: 40 characters of base64, by themselves. */
const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g
/** Kinds that a mere name announces: code and prose use the same names for what is none. */
const CALLED_SO = new Set(['named-secret', 'login', 'netrc', 'option', 'header'])

/** Letters and a digit, or three kinds of characters, and no code: brackets, calls and dotted names are none. */
function looksLikePassword(value: string): boolean {
  if (!looksRandom(value)) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].map((kind) => kind.test(value))
  const [lower, upper, digit] = kinds
  return (digit === true && (lower === true || upper === true)) || kinds.filter(Boolean).length >= 3
}

function withoutOverlaps(candidates: Candidate[]): SecretSpan[] {
  candidates.sort((a, b) => a.start - b.start || a.rank - b.rank)
  const kept: Candidate[] = []
  for (const candidate of candidates) {
    const last = kept.at(-1)
    if (last === undefined || candidate.start >= last.end) kept.push(candidate)
    else if (candidate.rank < last.rank)
      kept[kept.length - 1] = { ...candidate, start: last.start, end: Math.max(last.end, candidate.end) }
    else last.end = Math.max(last.end, candidate.end)
  }
  return kept.map(({ kind, start, end }) => ({ kind, start, end }))
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

/** Words of 10 or more characters that mix small, capital, digit and sign, and are no code: prose has none. */
function randomWords(text: string): SecretSpan[] {
  return [...text.matchAll(/(?<=^|[\s"'`(:=])[A-Za-z0-9!@#$%^&*+=~_-]{10,80}(?=$|[\s"'`),.;])/g)].flatMap(
    ({ 0: word, index }) => {
      const isMixed = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*+=~_-]/].every((kind) => kind.test(word))
      if (!isMixed || /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+$/.test(word)) return []
      return [{ kind: 'a random word', start: index, end: index + word.length }]
    },
  )
}

/** A word or a call assigned to `TOKEN` is code, not a secret: a value needs two kinds of characters. */
function looksRandom(value: string): boolean {
  if (/[()[\]{}\s]/.test(value) || /^[A-Za-z_]+(\.[A-Za-z_]+)+$/.test(value)) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length
  return kinds >= 2
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
