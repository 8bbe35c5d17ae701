import type { FindingSpan } from '../../memory/finding.ts'
import { type Detector, faultOf, listOf, textsOf } from '../detector.ts'

/** Advice that weakens a guard, runs foreign code, moves credentials, destroys, or speaks to the agent over the user's head. */
const RISKS: readonly { note: string; everywhere?: boolean; pattern: RegExp }[] = [
  {
    note: 'switches a check off',
    pattern:
      /\b(?:disabl|bypass|skip|suppress|ignor|silenc|turn(?:ing|ed|s)? off|switch(?:ing|ed|es)? off|leav(?:e|ing) out|remov|drop|relax|loosen|comment(?:ing)? out)\w*\b[^.;\n]{0,50}\b(?:certificate|signature|tls|ssl|csrf|cors|auth\w*|permission|sandbox|verif\w*|validation|saniti[sz]\w*|escap\w*|integrity|checksum|security|rate limit\w*|assert\w*|failing test|tests?|lint\w*|hooks?)\b/gi,
  },
  {
    note: 'switches a check off',
    pattern:
      /\bverify\s?=\s?False\b|--no-verify\b|--insecure\b|\bcurl\s+-\w*k|rejectUnauthorized\s?[:=]\s?false|NODE_TLS_REJECT_UNAUTHORIZED|--allow-root\b|StrictHostKeyChecking[= ]no|--no-check-certificate|\b(?:signature|certificate|checksum|verif\w*|validation|integrity) (?:checks? |steps? )?(?:is |are |be |can be |may be )?(?:off|disabled|skipped|switched off|turned off|bypassed|unnecessary|not needed)\b/gi,
  },
  {
    note: 'weakens the test',
    pattern:
      /\b(?:mark|set|turn)\w*\b[^.;\n]{0,30}\btests?\b[^.;\n]{0,30}\b(?:skip|xfail|expected fail\w*)|\b(?:delete|remove|loosen|weaken|comment out|rewrite|adjust)\w* (?:the |that |any |all )?(?:failing |flaky |existing )?(?:tests?|assertions?)\b/gi,
  },
  {
    note: 'runs foreign code',
    everywhere: true,
    pattern:
      /\b(?:curl|wget|iwr)\b[^\n]{0,120}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:pip3?|npm|pnpm|yarn|gem|cargo|go|apt(?:-get)?|brew)\s+(?:install|add|i|get)\b|\bnpx\s+-?-?\w|\beval\s*\(|\bexec\s*\(|\b(?:download|fetch)\w*\b[^.;\n]{0,40}\b(?:and|then) (?:run|execut)\w*/gi,
  },
  {
    note: 'destroys',
    pattern:
      /\brm\s+-\w*[rf]\w*|\bgit\s+(?:reset\s+--hard|push\s+(?:-f|--force)|clean\s+-\w*f)|\bdrop\s+(?:table|database)\b|\bchmod\s+(?:-R\s+)?[0-7]?777\b|\btruncate\s+table\b|\bforce[- ]push\w*/gi,
  },
  {
    note: 'handles credentials',
    pattern:
      /\b(?:print|log|echo|dump|send|post|upload|copy|paste|hard-?code|embed|commit|store|put|share|attach|include|export)\w*\b[^.;\n]{0,50}\b(?:credentials?|passwords?|secrets?|api[- ]?keys?|private keys?|access tokens?|auth\w* tokens?|ssh keys?|environment variables|\.env)\b/gi,
  },
  {
    note: 'needs more rights',
    pattern: /\bsudo\b|\bas root\b|--privileged\b|\badmin(?:istrator)? rights\b/gi,
  },
  {
    note: 'speaks to the agent',
    everywhere: true,
    pattern:
      /\b(?:ignore|disregard|forget|override)\b[^.;\n]{0,30}\b(?:previous|prior|earlier|above|all|system|other|user'?s?)\b[^.;\n]{0,30}\b(?:instructions?|prompts?|rules?|messages?|guidelines?|memor\w*)|\byou (?:are now|must always|must never tell)\b|\b(?:do not|don't|never|without) (?:tell|inform|mention|ask|report|show)\w*\b[^.;\n]{0,30}\b(?:user|reviewer|human|maintainer|anyone)\b|\bsystem prompt\b/gi,
  },
]

/** The parts that advise; `when` and `because` may well name a risk in order to warn of it. */
const ADVICE: ReadonlySet<FindingSpan['field']> = new Set(['objective', 'title', 'do', 'check'])

export const risky: Detector = {
  name: 'risky',
  title: 'Risky advice',
  definition:
    'Tells an agent to switch a guard off, to run code from elsewhere, to move credentials, to destroy, to weaken a test, or to pass over the user. A word list: a lesson can do harm without any of these words.',
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const spans = textsOf(entry).flatMap(({ field, text }) =>
        RISKS.filter(({ everywhere }) => everywhere || ADVICE.has(field)).flatMap(({ note, pattern }) =>
          [...text.matchAll(pattern)]
            .filter((match) => !isWarning(text, match.index))
            .map((match) => ({ field, start: match.index, end: match.index + match[0].length, note })),
        ),
      )
      return faultOf(entry, spans, `The advice ${listOf(spans.map(({ note }) => note))}.`)
    })
  },
}

/** "Never disable …" warns of what it names. */
function isWarning(text: string, at: number): boolean {
  return /\b(?:never|not|avoid|instead of|rather than|without|don't|no need to|refuse to)\s+(?:\w+\s+)?$/i.test(
    text.slice(0, at),
  )
}
