import type { NoiseType } from '../../memory/entry.ts'
import { matchesOf } from '../../memory/text/matches-of.ts'
import { noiseOf, scanLeaks } from '../leak-scan.ts'
import type { LocalNames } from '../local-names.ts'
import { isPlainWord, plainWordsOf } from '../mechanism-lexicon.ts'
import { isWellKnown } from '../well-known-names.ts'

/** A sentence with what belongs to one instance replaced by plain nouns. */
interface AbstractText {
  text: string
  /** In how many places something left. */
  removedCount: number
}

interface Noise {
  start: number
  end: number
  raw: string
  /** Null = it stays, as `raw`. */
  type: NoiseType | null
}

/** Nouns that may stand beside a name: then the name alone goes. */
const NOUN =
  /^(?:class(?:es)?|functions?|methods?|modules?|files?|attributes?|fields?|propert(?:y|ies)|variables?|parameters?|params?|arguments?|args?|objects?|instances?|exceptions?|errors?|decorators?|packages?|librar(?:y|ies)|tests?|scripts?|options?|settings?|flags?|keywords?|constants?|lists?|dict(?:ionary|ionaries|s)?|tuples?|strings?|values?|types?|names?|subclass(?:es)?|constructors?|descriptors?|managers?|operators?|commands?|columns?|keys?|nodes?|tables?|models?|views?|forms?|handlers?|helpers?|wrappers?|statements?|expressions?|calls?|checks?|conditions?|blocks?|loops?|signatures?|definitions?|implementations?|logic|code|director(?:y|ies)|folders?|arrays?|matrix|matrices|branch(?:es)?|regex|patterns?|widgets?|mixins?|interfaces?|fixtures?|hooks?|rules?|headers?|parsers?|visitors?|configuration|docstrings?|imports?|enum|namespace|suite|output|input|result|line|lines|data|element|entry|component|listener|callback|event|route|endpoint|query|request|response|cache|projects?|repository|version|installation|codebase|convention|users?|test)\b/i
const DETERMINER =
  /\b(?:the|a|an|this|these|those|its|their|our|your|my|each|every|any|some|no|another)\s+(?:(?!(?:of|in|to|is|are|and|or|for|with|from|by|on|at|that|which|when|if|as|was|has|have|not|can|will|calls?|uses?|gets?|be|than|like|into|but|so|because|does|do|should|must|where|returns?|takes?)\s)[a-z][a-z-]*\s+){0,2}$|(?:^|[\s(])(?:the|a|an|this|these|those|its|their|his|her|our|your|my|each|every|any|some|no|another|one|both|which|whose|same|other|new|existing|current|original|actual|private|public|internal|parent|base|specific|certain|such|first|second|third|last|next|previous|old|modified|updated|corresponding|relevant|related|main|default|custom|single|entire|whole|all|given|following|underlying|two|three)\s+$|['’]s\s+$/i
const CODE_SPAN = /``([^`\n]{1,400})``|`([^`\n]{1,400})`/g

/**
 * Replaces paths, local names, line numbers, ids, URLs and secrets in one raw sentence by plain nouns that keep it readable:
 * "`Field.widget_attrs` reads it" becomes "The widget attribute method reads it". Names known before `beforeStep` decide the noun.
 */
export function abstractText(raw: string, names: LocalNames, beforeStep: number): AbstractText {
  const noises = noisesIn(raw, names)
  let removedCount = 0
  const used = new Map<string, string>()
  let out = ''
  let at = 0
  for (const noise of noises) {
    if (noise.start < at) continue
    out += raw.slice(at, noise.start)
    at = noise.end
    if (noise.type === null) {
      out += noise.raw
      continue
    }
    removedCount++
    const after = raw.slice(noise.end)
    if (noise.type === 'line') {
      const place = placeOfLine(out, after)
      out = place.out
      at += place.skip
      continue
    }
    out = appendNoun(out, nounOf(noise, names, beforeStep), identityOf(noise.raw), after, used)
    at += afterNoise(raw.slice(at))
  }
  out += raw.slice(at)
  return { text: tidy(out), removedCount }
}

/** Where code spans and bare leaks are, in order. */
function noisesIn(raw: string, names: LocalNames): Noise[] {
  const noises: Noise[] = []
  for (const match of matchesOf(raw, CODE_SPAN)) {
    const inner = (match[1] ?? match[2] ?? '').trim()
    noises.push({ start: match.index, end: match.index + match[0].length, ...judgeCode(inner, names) })
  }
  for (const leak of scanLeaks(raw, names.own)) {
    if (noises.some((n) => leak.start < n.end && n.start < leak.end)) continue
    noises.push({ start: leak.start, end: leak.end, raw: leak.text, type: leak.type })
  }
  return noises.sort((a, b) => a.start - b.start)
}

/** Decides about the inside of a code span: what stays as it is, what becomes a noun, what keeps its form with names taken out. */
function judgeCode(inner: string, names: LocalNames): { raw: string; type: NoiseType | null } {
  const own = names.own
  const bare = inner.replace(/\(\s*(?:\.\.\.|…)?\s*\)$/, '')
  if (isWellKnown(bare, own)) return { raw: `\`${inner}\``, type: null }
  if (/^-{1,2}[a-z][a-z-]*$/.test(inner)) return { raw: 'the option', type: 'identifier' }
  const leaks = scanLeaks(inner, own)
  if (/^[A-Za-z]+$/.test(inner) && isPlainWord(inner) && inner === inner.toLowerCase())
    return { raw: inner, type: null }
  if (/^(?:['"]?[^A-Za-z\s]{0,12}['"]?|['"][^'"]{0,12}['"])$/.test(inner) && leaks.length === 0)
    return { raw: `\`${inner}\``, type: null }
  if (
    /^[\w.'"]+\(.+\)$/.test(inner) &&
    isWellKnown(inner.slice(0, inner.indexOf('(')).replace(/^['"]{2}/, ''), own)
  ) {
    const shape = shapeOfExpression(inner, own)
    if (shape === inner) return { raw: `\`${inner}\``, type: null }
    if (shape !== null) return { raw: inner, type: 'identifier' }
  }
  const noise = noiseOf(bare, inner.endsWith(')'), own)
  if (noise !== null) return { raw: inner, type: noise }
  if (/^[A-Za-z_$@][\w.$]*$/.test(bare) || /^[\w.]+\[[^\]]*\][\w.]*$/.test(bare))
    return { raw: inner, type: 'identifier' }
  if (/^[a-z]+(?: [a-z]+){1,7}$/.test(inner)) return { raw: inner, type: null }
  const shape = shapeOfExpression(inner, own)
  return shape === inner ? { raw: `\`${inner}\``, type: null } : { raw: inner, type: 'identifier' }
}

/** The expression with its local names made `x` and `y`; null when more than two would have to go. */
function shapeOfExpression(inner: string, own: string | null): string | null {
  if (inner.length > 50 || /^(?:def|class|import|from)\b/.test(inner) || /['"][^'"]{13,}['"]/.test(inner))
    return null
  const renamed = new Map<string, string>()
  let known = 0
  const shaped = inner.replace(/'[^']*'|"[^"]*"|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g, (name) => {
    if (/^['"]/.test(name)) return name
    if (name.length === 1) return name
    if (isWellKnown(name, own)) {
      known += 1
      return name
    }
    const shown = renamed.get(name) ?? ['x', 'y'][renamed.size] ?? ''
    renamed.set(name, shown)
    return shown
  })
  const saysSomething = known > 0 || /[<>=!+*/%&|]|\[[^\]]*\d/.test(shaped)
  if (renamed.size > 2 || !saysSomething || /\b[xy]\(|['"][^'"]*[._/][^'"]*['"]/.test(shaped)) return null
  return shaped
}

interface Noun {
  adjectives: string[]
  noun: string
  /** Stands as it is, with no article. */
  asIs: boolean
}

function nounOf(noise: Noise, names: LocalNames, beforeStep: number): Noun {
  const raw = noise.raw
  if (noise.type === 'path') return pathNoun(raw)
  if (noise.type === 'url') return { adjectives: [], noun: 'address', asIs: false }
  if (noise.type === 'secret') return { adjectives: [], noun: 'secret', asIs: false }
  if (noise.type === 'instance') return { adjectives: [], noun: 'report', asIs: false }
  if (noise.type === 'number') return { adjectives: [], noun: 'number', asIs: false }
  if (raw === 'the option') return { adjectives: [], noun: 'option', asIs: false }
  if (names.own !== null && raw.toLowerCase() === names.own)
    return { adjectives: [], noun: 'project', asIs: false }
  const callee = /^([\w.]+)\(.+\)$/.exec(raw)?.[1]
  if (callee !== undefined && isWellKnown(callee, names.own)) return expressionNoun(raw, names)
  const bare = raw.replace(/\(.*\)$/, '').replace(/\[[^\]]*\]$/, '')
  if (!/^[@$]?[A-Za-z_][\w.:$[\]'"-]*$/.test(bare)) return expressionNoun(raw, names)
  const last = bare.split('.').at(-1) ?? bare
  if (/^__\w+__$/.test(last)) return { adjectives: [], noun: `\`${last}\` method`, asIs: false }
  if (isWellKnown(last, names.own) && bare.includes('.'))
    return { adjectives: [], noun: `\`${last}\` ${raw.endsWith(')') ? 'method' : 'attribute'}`, asIs: false }
  const kind = names.kindOf(last, beforeStep)
  const isCall = raw.endsWith(')')
  const noun = /^test_/.test(last)
    ? 'test'
    : /(?:Error|Exception|Warning)$/.test(last)
      ? 'error'
      : (kind ??
        (isCall
          ? bare.includes('.')
            ? 'method'
            : 'function'
          : /^[A-Z][A-Z0-9_]+$/.test(last)
            ? 'constant'
            : /^[A-Z]/.test(last)
              ? 'class'
              : bare.startsWith('@')
                ? 'decorator'
                : bare.includes('.')
                  ? 'attribute'
                  : 'value'))
  const spoken = last.replace(/^_+/, '').split('_').filter(Boolean)
  if (
    noun === 'value' &&
    spoken.length > 1 &&
    spoken.length <= 3 &&
    spoken.every((word) => isPlainWord(word))
  )
    return { adjectives: [], noun: spoken.join(' ').toLowerCase(), asIs: false }
  return {
    adjectives: plainWordsOf(last).filter((word) => !noun.startsWith(word) && word !== 'test'),
    noun,
    asIs: false,
  }
}

function pathNoun(raw: string): Noun {
  const clean = raw.replace(/:\d.*$/, '')
  const name = clean.split(/[/\\]/).filter(Boolean).at(-1) ?? ''
  const stem = name.replace(/\.[a-z]+$/i, '')
  const isTest = /(^|\/)tests?\/|(^|\/)test_|_test\.|\.test\.|\.spec\./.test(clean)
  const isScript = /repro|debug|check_|verify|^fix|patch/i.test(stem)
  const noun = isScript
    ? 'script'
    : isTest
      ? /\.\w+$/.test(name)
        ? 'test module'
        : 'test folder'
      : /\.(?:pyx?|pyi|jsx?|tsx?|mjs|go|rs|java|rb|c|cpp|h)$/i.test(name)
        ? 'module'
        : /\.(?:rst|md|txt)$/i.test(name)
          ? 'documentation file'
          : /\.(?:cfg|toml|ini|ya?ml|lock)$/i.test(name)
            ? 'configuration file'
            : /\.\w{1,5}$/.test(name)
              ? 'file'
              : 'folder'
  if (isScript) return { adjectives: /repro/i.test(stem) ? ['reproduction'] : [], noun, asIs: false }
  return {
    adjectives: plainWordsOf(stem)
      .filter((word) => word !== 'test' && !noun.includes(word))
      .slice(-1),
    noun,
    asIs: false,
  }
}

function expressionNoun(raw: string, names: LocalNames): Noun {
  const shape = shapeOfExpression(raw, names.own)
  if (shape !== null && /[A-Za-z0-9]{2}|\d|['"[]/.test(shape))
    return { adjectives: [], noun: `\`${shape}\``, asIs: true }
  const simple = (noun: string): Noun => ({ adjectives: [], noun, asIs: false })
  if (/^(?:git|python3?|pytest|sed|grep|pip|npm|npx|bash|cat|find|ls|cd|rm|make|tox|nl)\b/.test(raw))
    return simple('command')
  if (/^(?:if|elif|while|not)\b|==|!=|<=|>=| in | is /.test(raw)) return simple('condition')
  if (/^[^=]{1,60}=[^=]/.test(raw) && !/^\w+\(/.test(raw)) return simple('assignment')
  if (/^(?:import|from)\b/.test(raw)) return simple('import')
  if (/^(?:return|raise|yield)\b/.test(raw)) return simple(`\`${raw.split(/\s/)[0] ?? 'return'}\` statement`)
  if (/^(?:def|class)\b/.test(raw)) return simple('definition')
  if (/\)$/.test(raw)) return simple('call')
  if (/^[['"{]/.test(raw)) return simple('value')
  return /(?:\w+ ){3}/.test(raw) ? simple('message') : simple('expression')
}

/** Adds "the cursor function" or its like, minding the article before and the noun on either side. */
function appendNoun(
  out: string,
  { adjectives, noun, asIs }: Noun,
  identity: string,
  after: string,
  used: Map<string, string>,
): string {
  if (asIs) return out + noun
  const following = /^(?:\s*\)?\s+)([A-Za-z]+)/.exec(after)?.[1] ?? ''
  const isPlaced =
    NOUN.test(following) &&
    !/^(?:calls?|checks?|returns?|imports?|names?|tests?|lists?|types?|values?|forms?|views?)$/i.test(
      following,
    )
  const before = /(?:^|\s)(\w+)\s$/.exec(out)?.[1] ?? ''
  if (isPlaced) {
    const words = adjectives.filter((word) => word !== following.toLowerCase())
    const article = DETERMINER.test(` ${out}`) ? '' : 'the '
    const phrase = `${article}${words.join(' ')}`.trim()
    return phrase === '' ? out.replace(/\s$/, '') : out + phrase
  }
  if (
    NOUN.test(before) &&
    !/^(?:calls?|checks?|tests?|lists?|names?|types?|imports?|code|logic|output|values?)$/i.test(before)
  ) {
    const trimmed = out.replace(/\s$/, '')
    const head = trimmed.slice(0, trimmed.length - before.length)
    return DETERMINER.test(` ${head}`) || /\w\s$/.test(head) === false
      ? trimmed
      : isVerbish(head)
        ? `${head}the ${before}`
        : trimmed
  }
  const phrase = [...adjectives, noun].join(' ')
  const known = used.get(phrase)
  if (DETERMINER.test(` ${out}`)) {
    used.set(phrase, known ?? identity)
    return out + phrase
  }
  if (known === undefined) {
    used.set(phrase, identity)
    return `${out}the ${phrase}`
  }
  return `${out}${known === identity ? 'the' : 'another'} ${phrase}`
}

function isVerbish(head: string): boolean {
  return /\b(?:in|of|for|to|by|from|with|on|at|is|are|calls?|uses?|sets?|into|and|or|when|if|add|change|update|modify|use|call|see|check|pass|make|that)\s$/i.test(
    head,
  )
}

/** A line number leaves with the preposition in front of it, or becomes "the line". */
function placeOfLine(out: string, after: string): { out: string; skip: number } {
  if (/\(\s*(?:around |at |on |see )?$/i.test(out) && after.startsWith(')'))
    return { out: out.replace(/\s*\(\s*(?:around |at |on |see )?$/i, ''), skip: 1 }
  const place = /\s*,?\s*\b(?:on|at|around|near|from)\s+$/i.exec(out)
  const of = /^\s+of\s+/.exec(after)
  if (place !== null && of !== null) return { out: `${out.slice(0, place.index)} in `, skip: of[0].length }
  if (place !== null && place.index > 0) return { out: out.slice(0, place.index), skip: 0 }
  return { out: DETERMINER.test(` ${out}`) ? `${out}line` : `${out}the line`, skip: 0 }
}

/** How much of the raw text directly after a name belongs to it: `(...)` of a call. */
function afterNoise(rest: string): number {
  return /^\(\s*(?:\.\.\.|…|[^()\n]{0,40})\)/.exec(rest)?.[0].length ?? 0
}

function identityOf(raw: string): string {
  return raw.replace(/\(.*\)$/, '')
}

/** Repairs what words leave behind where names were taken out. Code that stayed is no prose: nothing in it is repaired. */
function tidy(text: string): string {
  const code: string[] = []
  const prose = text.replace(/`[^`]*`/g, (span) => `${HELD}${code.push(span) - 1}${HELD}`)
  return tidyProse(prose).replace(HELD_CODE, (_, at) => code[Number(at)] ?? '')
}

/** Stands for code while prose is repaired; no text has it. */
const HELD = '\uE000'
const HELD_CODE = new RegExp(`${HELD}(\\d+)${HELD}`, 'g')

/** Repairs spaces, doubled articles, a/an, and takes Markdown emphasis off. */
function tidyProse(text: string): string {
  return text
    .replace(/\*\*|__(?=\s|$)/g, '')
    .replace(/(^|\s)\*([A-Za-z][^*\n]{0,80})\*(?=[\s.,;:!?)]|$)/g, '$1$2')
    .replace(/\b(NOT|ALL|ONLY|BEFORE|AFTER|ANY|AND|OR|IS|ALWAYS|NEVER|DOES)\b/g, (word) => word.toLowerCase())
    .replace(/\s+/g, ' ')
    .replace(/\(\s*\)/g, '')
    .replace(/\s+([,.;:?)]|!(?!=))/g, '$1')
    .replace(/\b(the|a|an) (?:the|a|an) /gi, '$1 ')
    .replace(/\b([Aa]) (?=[aeio]|u(?!ni|se|til|s\b))/g, '$1n ')
    .replace(/\b([Aa])n (?=[bcdfgjklmnpqrtvwyz])/g, '$1 ')
    .replace(/\bthe (\w+(?: \w+)?)(?:,? (?:and|or|\/) the \1\b)/gi, 'the $1')
    .trim()
}
