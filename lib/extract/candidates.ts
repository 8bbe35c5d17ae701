import type { NoiseType } from '../memory/subtask.ts'
import type { Span, Step } from '../memory/trajectory.ts'
import { abstractText } from './abstract-text.ts'
import { plainSentence, type Plain } from './imperative.ts'
import { scanLeaks } from './leak-scan.ts'
import type { LocalNames } from './local-names.ts'
import { mechanismsIn } from './mechanism-lexicon.ts'
import { sentencesOf } from './sentences.ts'

/** A sentence of a thought in the form in which it could stand in an experience. */
export interface Candidate extends Plain {
  span: Span
  raw: string
  removed: { type: NoiseType; start: number; end: number }[]
  words: number
  /** True when something local is still in it. */
  leaks: boolean
  /** Sum of weights of the lexicon's terms in it, at most 6. */
  mechanism: number
  /** 0 = empty of content, 1 = plain prose; falls with replaced names, pointing words and code. */
  clarity: number
}

const POINTING = /\b(?:here|above|below|this line|these lines|that line|following (?:code|lines)|the output|the snippet|step \d|line)\b/i
const STARTS_WITH_POINTER = /^(?:This|It|That|They|These|Those|He|There|Both)\b/
/** An imperative whose object is a pronoun: unreadable outside its run. */
const POINTLESS = /^(?:\w+ ){1,3}(?:this|it|that|them|these|those|both)\b(?! (?:is|are|was|does|can))/i
const CODE_LEFT = /[{}]|==|=>|;|\w\(\)|\\n|->|<\w+>/
const OWN_WORK = /\b(?:the report|submit|final output|codebase|repository structure|truncated|sed command|heredoc|format error|indentation of the|the command|the previous command|COMPLETE_TASK|next command|the tool|hopefully|context right|sed|grep|nl|interactive mode|typo in my|my script|oops|scroll|print statements?|def \w+)\b/i

/** Candidates of the given steps in order; local names count as known once a step up to and with the sentence's own showed them. */
export function candidatesOf(steps: readonly Step[], names: LocalNames): Candidate[] {
  return steps.flatMap((step) => {
    const thought = step.thought
    if (thought === null) return []
    return sentencesOf(thought).flatMap((sentence) => {
      const raw = thought.slice(sentence.start, sentence.end)
      if (raw.length > 600) return []
      const abstract = abstractText(raw, names, step.n + 1)
      const plain = plainSentence(abstract.text)
      if (plain === null || !isBalanced(plain.text)) return []
      const span: Span = { step: step.n, part: { kind: 'thought', index: 0 }, start: sentence.start, end: sentence.end }
      return [finish(plain, span, raw, abstract.removed, names)]
    })
  })
}

function finish(plain: Plain, span: Span, raw: string, removed: Candidate['removed'], names: LocalNames): Candidate {
  const words = plain.text.split(' ').length
  const mechanism = Math.min(6, mechanismsIn(plain.text).reduce((sum, m) => sum + m.weight, 0))
  let clarity = 1 - 0.12 * Math.max(0, removed.length - 1) - 1.2 * Math.max(0, removed.length / words - 0.15)
  if (POINTING.test(plain.text)) clarity -= 0.25
  if (STARTS_WITH_POINTER.test(plain.text)) clarity -= 0.3
  if (CODE_LEFT.test(plain.text.replace(/`[^`]*`/g, ''))) clarity -= 0.4
  if (OWN_WORK.test(plain.text)) clarity -= 0.4
  if (/\banother \w+(?: \w+)? .*\banother /.test(plain.text)) clarity -= 0.3
  if (words > 34) clarity -= 0.02 * (words - 34)
  if (words < 6) clarity -= 0.25
  if (plain.hedged) clarity -= 0.25
  const leaks = scanLeaks(plain.text, names.own).length
  if (POINTLESS.test(plain.text)) clarity -= 0.3
  return { ...plain, span, raw, removed, words, mechanism, leaks: leaks > 0, clarity: clarity - 0.35 * leaks }
}

function isBalanced(text: string): boolean {
  const count = (c: string) => text.split(c).length - 1
  return count('"') % 2 === 0 && count('`') % 2 === 0 && count('(') === count(')')
}

/** Only says where to look. */
export const NAVIGATION =
  /^(?:look|read|see|list|find|locate|examine|check|inspect|view|open|search|explore|show|get|print)\b(?: (?:at|for|in|into|up|the|out|if|where|how|more|of|a|any|all|other|is|are|exact|current|full|existing|content|contents|test|tests|implementation|definition|usages?|lines?|files?|module|class|function|method|code|folder|it|this|that|defined|implemented|used|called|in|and|to|surrounding|project|another|structure|source)\b)*[^a-z]*$/i
/** Says nothing that would not hold in any run. */
export const TRIVIAL =
  /^(?:run|rerun|execute|create|write|update|use|remove|delete|insert|implement|modify|clean up|submit|check|verify|apply|make|add|try|test|fix|confirm|see|start by)\b(?: (?:the|a|an|it|this|that|again|fix|change|changes|edit|script|reproduction|test|tests|existing|file|files|temporary|created|now|with|to|and|see|if|works?|verify|confirm|issue|bug|problem|error|failure|fault|current|confirmation|exists?|shows?|demonstrates?|actual|on|for|python|sed|my|new|updated|final|reproduce|suite|full|module|of|all|in|output|result|is|fixed|correct|passes|pass|command|up|create|run|once|more|everything|first|behavior|behaviour|same|relevant|related|ensure|make|sure|no|there|are|regressions?|not|did|break|anything|nothing|broken|project|another|folder|code|class|function|method|simple|small|using|expected|as|still|successful|correctly|applied|was|modification|described|report|by|before|submitting|hypothesis|understanding|we|you)\b)*[^a-z]*$/i

/** The item with the highest score above 0, the earlier one on a tie; null when none has any. */
export function pickBest<T>(items: readonly T[], score: (item: T) => number): T | null {
  let best: T | null = null
  let bestScore = 0
  for (const item of items) {
    const s = score(item)
    if (s > bestScore) {
      best = item
      bestScore = s
    }
  }
  return best
}
