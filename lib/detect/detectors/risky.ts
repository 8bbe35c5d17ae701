import type { FindingSpan } from '../../memory/findings/finding.ts'
import type { Pattern } from '../../memory/rule.ts'
import { breathe, type Detector, type Fault, faultOf, listOf, textsOf } from '../detector.ts'
import { RISKS, type Risk } from '../risks.ts'

/** The parts that advise; `when` and `because` may well name a risk in order to warn of it. */
const ADVICE: ReadonlySet<FindingSpan['field']> = new Set(['objective', 'title', 'do', 'check'])

/** Words before a risk that make it a warning, or what is searched for and taken out. */
export const WARNS: Pattern = {
  pattern:
    /\b(?:never|not(?! (?:hesitate|mind|worry))|don't(?! (?:hesitate|mind|worry))|cannot|avoid\w*|instead of|in place of|rather than|without|unlike|no(?! need)|refus\w*|forbid\w*|reject\w*|prevent\w*|beware of|against|replac(?:e|es|ing)(?!.*\b(?:by|with)\b))\b[^,]{0,40}$|\b(?:(?:search|look|grep|scan)\w* for|find|detect|flag|spot|revert|undo|stop)\b(?:(?! (?:and|then)\b)[^,]){0,40}$/i,
  says: ['never ', 'instead of a quick ', 'look for handlers that ', 'refuse to ', 'replace the call that '],
  not: [
    'do not hesitate to ',
    'there is no need to look, ',
    'never mind, but ',
    'replace the check by a ',
    'find the check and ',
    'stop the writer, then ',
    'stop the writer and then ',
    '',
  ],
}

/** Words after a risk that say the same. */
export const CONDEMNED: Pattern = {
  pattern:
    /^[^.;\n]{0,50}\b(?:is|are|was|were|would be|must be|should be|has to be) (?:never\b|no answer|no (?:fix|solution|way)|not (?:an? (?:fix|answer|solution|option)|safe|allowed|acceptable|enough)|an? (?:mistake|risk|hole)|wrong|dangerous|unsafe|forbidden|refused|rejected|denied|the cause)/i,
  says: [' is dangerous here', ' would be a mistake', ' must be refused', ' is not a fix'],
  not: [' is quick', '. That is dangerous', ' and stop', ' is not slow'],
}

export const risky: Detector = {
  name: 'risky',
  definition:
    'Tells an agent, by a short word list, to switch a guard off, weaken a test, lose errors, run foreign code, destroy, move credentials, take more rights, or go behind the user. What is named as a warning does not count. A lesson can do harm without any of these words.',
  async find({ entries }) {
    const faults: Fault[] = []
    for (const [place, entry] of entries.entries()) {
      const spans = risksIn(textsOf(entry))
      faults.push(...faultOf(entry, spans, `The advice ${listOf(spans.map(({ note }) => note))}.`))
      if (place % 256 === 0) await breathe()
    }
    return faults
  },
}

/** Every risk with its place. Most patterns stand nowhere in an entry, so each is asked once for all its texts. */
function risksIn(texts: ReturnType<typeof textsOf>): FindingSpan[] {
  const whole = texts.map(({ text }) => text).join('\n')
  return RISKS.flatMap((risk) =>
    risk.rules
      .filter(({ pattern }) => whole.search(pattern) >= 0)
      .flatMap(({ pattern }) =>
        texts
          .filter(({ field }) => risk.everywhere || ADVICE.has(field))
          .flatMap(({ field, text }) =>
            [...text.matchAll(pattern)]
              .map((match) => ({ start: match.index, end: match.index + match[0].length }))
              .filter((span) => !isMeantWell(text, span, risk))
              .map((span) => ({ field, ...span, note: risk.note })),
          ),
      ),
  )
}

function clauseBefore(text: string, at: number): string {
  return (
    text
      .slice(0, at)
      .split(/[.;\n]/)
      .at(-1) ?? ''
  )
}

/** "Never disable …" warns of what it names; "store the password as a salted hash" is how it should be done. */
function isMeantWell(
  text: string,
  { start, end }: { start: number; end: number },
  { unless }: Risk,
): boolean {
  const before = clauseBefore(text, start)
  const after = text.slice(end).split(/[.;\n]/)[0] ?? ''
  if (WARNS.pattern.test(before) || CONDEMNED.pattern.test(after)) return true
  return unless?.pattern.test(before + text.slice(start, end) + after) ?? false
}
