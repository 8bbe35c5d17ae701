import { expressionFault } from '@/components/entries/expression-fault.ts'
import { formatList, plural } from '@/components/ui/format.ts'
import { type Expression, parseExpression } from '@/lib/memory/filter/filter-expression.ts'
import { DETECTOR_WORDS } from '@/lib/memory/findings/detector-words.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'

// Not `DETECTOR_NAMES`: its file builds zod objects, and those probe `eval`, which the content security policy reports.
const DETECTORS = Object.keys(DETECTOR_WORDS)

type Known = Pick<EntryList['facets'], 'flag' | 'finding'>

/** Names that a search asks for and that nothing bears: flags no entry has, detectors that do not exist; null where all are known. */
export function unknownNames(text: string, known: Known): string | null {
  if (expressionFault(text) !== null) return null
  const asked = namesIn(parseExpression(text))
  const flags = asked.flag.filter((name) => !known.flag.some(({ value }) => isFlag(value, name)))
  const detectors = asked.finding.filter((name) => !DETECTORS.some((one) => isSame(one, name)))
  const sentences = [
    ...flags.map((name) => flagWords(name, known)),
    ...detectors.map((name) => `There is no detector “${name}”; there are ${formatList(DETECTORS)}.`),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

function flagWords(name: string, { flag, finding }: Known): string {
  const kinds = [...new Set(flag.map(({ value }) => value.replace(/: .*/, '')))]
  const none = `No flag of the extractor is named “${name}”; ${kinds.length === 0 ? 'no entry here has one' : `here are ${formatList(kinds)}`}.`
  const detector = DETECTORS.find((one) => isSame(one, name))
  if (!detector) return none
  const count = finding.find(({ value }) => value === detector)?.count ?? 0
  return `${none} A detector is: finding:${detector}, ${plural(count, 'entry', 'entries')}.`
}

/** As the filter reads it: a flag by its name, or by its kind before the colon. */
function isFlag(value: string, name: string): boolean {
  return isSame(value, name) || value.toLowerCase().startsWith(`${name.toLowerCase()}: `)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The flags and detectors an expression names, those it takes out too; a pattern with `*` is no name. */
function namesIn(expression: Expression | null): { flag: string[]; finding: string[] } {
  const names = { flag: new Set<string>(), finding: new Set<string>() }
  const look = (part: Expression): void => {
    if (part.kind === 'and' || part.kind === 'or') for (const one of part.parts) look(one)
    else if (part.kind === 'not') look(part.part)
    else if (part.kind === 'field' && (part.field === 'flag' || part.field === 'finding'))
      for (const value of part.values) if (!value.includes('*')) names[part.field].add(value)
  }
  if (expression !== null) look(expression)
  return { flag: [...names.flag], finding: [...names.finding] }
}
