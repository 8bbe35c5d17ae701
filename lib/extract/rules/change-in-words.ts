import type { Span, Step } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import type { LocalNames } from '../local-names.ts'
import { isWellKnown } from '../well-known-names.ts'
import { abstractText } from './abstract-text.ts'
import type { Part } from './part.ts'
import type { StepEvidence } from './stage-of-step.ts'

/** One replacement that a command makes. */
interface Change {
  /** Null when the command does not show what it replaces. */
  old: string | null
  new: string
  span: Span
}

const LONGEST_COMMAND = 20_000

/** What an edit does, read from its commands and said in mechanism words; null when no rule knows the change. */
export function changeInWords(
  steps: readonly Step[],
  evidence: readonly StepEvidence[],
  names: LocalNames,
): Part | null {
  const changes = changesOf(steps, evidence)
  for (const rule of RULES) {
    for (const change of changes) {
      const text = rule(change, names)
      if (text !== null && scanLeaks(text, names.own).length === 0)
        return { text, spans: [change.span], removed: [], from: null }
    }
  }
  return null
}

/** Replacements in the commands of steps that write source; their new text is what later outputs can confirm. */
export function changesOf(steps: readonly Step[], evidence: readonly StepEvidence[]): Change[] {
  return steps.flatMap((step, i) =>
    evidence[i]?.kinds.includes('source-write')
      ? step.actions.flatMap((action, index) =>
          replacementsIn(action.text.slice(0, LONGEST_COMMAND)).map(({ start, end, ...texts }) => ({
            ...texts,
            span: { step: step.n, part: { kind: 'action' as const, index }, start, end },
          })),
        )
      : [],
  )
}

type Found = { old: string | null; new: string; start: number; end: number }

const SED_SUBSTITUTE = /\bs([/|#,@~])((?:\\.|(?!\1)[^\n]){1,400})\1((?:\\.|(?!\1)[^\n]){0,600})\1[gIi]*/g
/** `12,14c\ text`, `12a\ text`, `12i text`. */
const SED_LINES =
  /(?:\b\d+(?:,\d+)?|\/[^\n/]{1,200}\/\s?)([cai])\\?[\\\s]*((?:[^'\n]|\\\n|\n(?=[^\n]*\\?\n?)){4,3000}?)(?='|"\s|$)/g
const PYTHON_REPLACE =
  /\.replace\(\s*(?:r|f)?(["'])((?:\\.|(?!\1)[^\n\\]){2,400})\1\s*,\s*(?:r|f)?(["'])((?:\\.|(?!\3)[^\n\\]){0,400})\3/g
const PYTHON_BLOCKS =
  /\b\w*(?:old|search|target|before)\w*\s*=\s*[rf]?("""|''')([\s\S]{2,3000}?)\1\s*(?:#[^\n]*)?\n+\s*\w*(?:new|replace\w*|after|fixed)\w*\s*=\s*[rf]?("""|''')([\s\S]{2,3000}?)\3/g
const EDITOR = /--old_str\s+(["'])([\s\S]{2,3000}?)\1\s+--new_str\s+(["'])([\s\S]{0,3000}?)\3(?=\s|$)/g
const SWE_EDIT = /^\s*edit \d+:\d+\n([\s\S]{2,3000}?)(?:\nend_of_edit|$)/g
const CONFLICT = /<<<<<<< SEARCH\n([\s\S]{2,3000}?)\n=======\n([\s\S]{0,3000}?)\n>>>>>>>/g

function replacementsIn(text: string): Found[] {
  const found: Found[] = []
  const add = (m: RegExpMatchArray, old: string | null, now: string) =>
    found.push({
      old: old === null ? null : unescaped(old),
      new: unescaped(now),
      start: m.index ?? 0,
      end: Math.min((m.index ?? 0) + m[0].length, (m.index ?? 0) + 1200),
    })
  if (/\bsed\b[^\n]*\s-[a-zA-Z]*i/.test(text)) {
    for (const m of text.matchAll(SED_SUBSTITUTE)) add(m, m[2] ?? '', m[3] ?? '')
    for (const m of text.matchAll(SED_LINES)) add(m, m[1] === 'c' ? null : '', m[2] ?? '')
  }
  for (const m of text.matchAll(PYTHON_REPLACE)) add(m, m[2] ?? '', m[4] ?? '')
  for (const m of text.matchAll(PYTHON_BLOCKS)) add(m, m[2] ?? '', m[4] ?? '')
  for (const m of text.matchAll(EDITOR)) add(m, m[2] ?? '', m[4] ?? '')
  for (const m of text.matchAll(CONFLICT)) add(m, m[1] ?? '', m[2] ?? '')
  for (const m of text.matchAll(SWE_EDIT)) add(m, null, m[1] ?? '')
  return found
}

function unescaped(text: string): string {
  return text.replace(/\\n/g, '\n').replace(/\\([\\/.[\]*^$'"&|#(){} ])/g, '$1')
}

type Rule = (change: Change, names: LocalNames) => string | null

/** From the telling to the general. Each looks at what the new text has and the old one has not. */
const RULES: readonly Rule[] = [
  comparisonSwapped,
  added(/\breturn NotImplemented\b/, 'Return NotImplemented for operands that the operator does not know.'),
  dunderAdded,
  exceptionCaught,
  exceptionRaised,
  added(
    /\.(?:copy|deepcopy)\(|\bdeepcopy\(|\bcopy\.copy\(/,
    'Work on a copy, so that the original object stays as it was.',
  ),
  added(/\bisinstance\(/, 'Check the type with `isinstance` before the value is used.'),
  conditionChanged,
  earlyReturn,
  added(
    /\bis not None\b|\bis None\b|!==? null|\?\? /,
    'Handle the missing value (None) explicitly before it is used.',
  ),
  added(
    /\bgetattr\([^)]*,[^)]*,|\bhasattr\(/,
    'Ask for the attribute with a default, since it may be missing.',
  ),
  added(/\.decode\(/, 'Decode bytes to text before they are used as text.'),
  added(/\.encode\(/, 'Encode text to bytes before it is used as bytes.'),
  added(/\bround\(/, 'Round to the nearest value instead of truncating.'),
  added(/\bre\.escape\(/, 'Escape the text before it becomes part of a regular expression.'),
  added(
    /\bsorted\(|\.sort\(/,
    'Sort explicitly, so that the order does not depend on how the values arrived.',
  ),
  added(/\bawait\b/, 'Wait for the asynchronous call before its result is used.'),
  added(
    /\.(?:startswith|endswith)\(/,
    'Decide by the beginning or end of the text instead of the whole of it.',
  ),
  added(
    /\b(?:np|numpy)\.(?:asarray|array)\(|\.astype\(|\bdtype=/,
    'Convert the array to the dtype that the calculation expects.',
  ),
  added(/\bsuper\(\)/, 'Delegate to the parent class with `super` in the override.'),
  keywordPassed,
  constantChanged,
]

function added(pattern: RegExp, text: string): Rule {
  return ({ old, new: now }) => (old !== null && pattern.test(now) && !pattern.test(old) ? text : null)
}

/** `<` became `<=`, `and` became `or`: one operator differs and nothing else. */
function comparisonSwapped({ old, new: now }: Change): string | null {
  if (old === null || old === now) return null
  const split = (text: string) =>
    text.split(/(<=|>=|===|!==|==|!=|\/\/|\*\*|<|>|\bnot in\b|\bis not\b|\band\b|\bor\b|\s\/\s)/)
  const before = split(old)
  const after = split(now)
  if (before.length !== after.length) return null
  const different = before.flatMap((piece, i) => (piece.trim() === (after[i] ?? '').trim() ? [] : [i]))
  const at = different[0]
  if (different.length !== 1 || at === undefined || at % 2 === 0) return null
  return `Replace \`${before[at]?.trim()}\` by \`${after[at]?.trim()}\` in the condition that decides here.`
}

function dunderAdded({ old, new: now }: Change): string | null {
  const name = [...now.matchAll(/\bdef (__\w+__)\(/g)]
    .map((m) => m[1])
    .find((n) => !(old ?? '').includes(`def ${n}(`))
  return old !== null && name !== undefined ? `Add the \`${name}\` method to the class.` : null
}

function exceptionCaught({ old, new: now }: Change, names: LocalNames): string | null {
  const match =
    /\bexcept \(?([A-Za-z]+)[^\n]*:\s*\n?\s*(return NotImplemented|return None|return False|return True|return\b|continue|pass|raise)?/.exec(
      now,
    )
  const name = match?.[1]
  if (name === undefined || !isWellKnown(name, names.own) || (old ?? '').includes(`except ${name}`))
    return null
  const then: Record<string, string> = {
    continue: 'go on with the next item',
    pass: 'go on',
    raise: 'raise an error that says what is wrong',
    'return NotImplemented': 'return NotImplemented',
    'return None': 'return None',
    'return False': 'return False',
    'return True': 'return True',
  }
  const what = then[match?.[2] ?? '']
  return `Catch \`${name}\` around the call${what === undefined ? ' and take the fallback' : ` and ${what}`} instead of letting it escape.`
}

function exceptionRaised({ old, new: now }: Change, names: LocalNames): string | null {
  const match = /(?:\bif ([^\n]{2,60}):\s*\n?\s*)?raise ([A-Z]\w+)\(/.exec(now)
  const name = match?.[2]
  if (name === undefined || !isWellKnown(name, names.own) || (old ?? '').includes(name)) return null
  const when = match?.[1] === undefined ? null : conditionPhrase(match[1], names)
  return `Raise \`${name}\` ${when === null ? 'for input that cannot be handled' : `when ${when}`} instead of going on.`
}

/** One number, name of a constant or text was replaced by another and nothing else. */
function constantChanged({ old, new: now }: Change): string | null {
  const constant = /(?<![\w.'"])(\d+(?:\.\d+)?|True|False|None)(?![\w'"])/
  const before = old === null ? undefined : constant.exec(old)?.[1]
  const after = constant.exec(now)?.[1]
  if (old === null || before === undefined || after === undefined || before === after) return null
  return old.replace(constant, '') === now.replace(constant, '')
    ? `Change the default from \`${before}\` to \`${after}\`.`
    : null
}

/** A condition got a further part: "and", "or" or "not". */
function conditionChanged({ old, new: now }: Change, names: LocalNames): string | null {
  const condition = (text: string) => /\b(?:if|elif|while) ([^\n]{2,120}):/.exec(text)?.[1] ?? null
  const before = old === null ? null : condition(old)
  const after = condition(now)
  if (before === null || after === null || before === after || !after.startsWith(before)) return null
  const rest = /^ (and|or) (.+)$/.exec(after.slice(before.length))
  const phrase = rest?.[2] === undefined ? null : conditionPhrase(rest[2], names)
  return phrase === null
    ? null
    : `${rest?.[1] === 'and' ? 'Narrow' : 'Widen'} the condition: ${rest?.[1]} ${phrase}.`
}

function earlyReturn({ old, new: now }: Change, names: LocalNames): string | null {
  const match = /^\s*(?:\\?\s*)if ([^\n]{2,80}):\s*\n\s*(?:return|continue)\b/m.exec(now)
  if (match?.[1] === undefined || old?.includes(match[1])) return null
  const phrase = conditionPhrase(match[1], names)
  return phrase === null ? null : `Return early when ${phrase}.`
}

function keywordPassed({ old, new: now }: Change): string | null {
  const keyword = /\b([a-z]+)=(True|False|None|"[a-z]+"|'[a-z]+'|\d+)\b/
  const match = keyword.exec(now)
  if (old === null || match === null || old.includes(match[0]) || match[1] === undefined) return null
  return isWellKnown(match[1]) ? `Pass \`${match[0]}\` in the call instead of relying on the default.` : null
}

/** "`x` is None", "the value is empty"; null when it cannot be said without local names. */
function conditionPhrase(condition: string, names: LocalNames): string | null {
  const c = condition.trim()
  const whole = /^(not )?([A-Za-z_][\w.]*)( is None| is not None| == 0| < 0| > 0)?$/.exec(c)
  if (whole !== null) {
    if (whole[3] === ' is None') return 'the value is None'
    if (whole[3] === ' is not None') return 'the value is not None'
    if (whole[3] === ' == 0') return 'the value is 0'
    if (whole[3] === ' < 0') return 'the value is negative'
    if (whole[3] === ' > 0') return 'the value is positive'
    return whole[1] === undefined ? null : 'the value is empty or missing'
  }
  const { text } = abstractText(`\`${c}\``, names, Number.MAX_SAFE_INTEGER)
  return /^`[^`]{3,50}`$/.test(text) && /[<>=]|\bin\b|isinstance|with\(/.test(text) ? `${text} holds` : null
}
