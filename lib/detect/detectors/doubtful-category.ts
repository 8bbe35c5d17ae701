import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Pattern } from '../../memory/rule.ts'
import { predictCategory } from '../../retrieval/predict-category.ts'
import type { Detector } from '../detector.ts'

/** How much likelier another category must be than the stored one, all in all. Ours. */
const ODDS = 5

/** What the advice counts beside the objective, as an exponent of its odds. */
const ADVICE_SHARE = 0.5

/**
 * Openings that begin a stage of any kind: "make the bug appear", "use a fixed clock", "list the rows lazily", "ensure that
 * it raises", "update the test", "remove the script". What they are read as counts half.
 */
export const LOOSE_OPENING: Pattern = {
  pattern:
    /^(?:to fix this(?: issue)?,? )?(?:make|keep|use|set|give|pass|turn|allow|apply|handle|convert|change|avoid|read|open|list|view|compare|scan|test|walk|check|verify|ensure|try|hold|send|(?:add|update|modify|extend|adjust|remove|delete)\b[^.;]{0,40}\b(?:tests?|scripts?))\b/i,
  says: [
    'make the bug appear',
    'use a fixed clock',
    'To fix this issue, use a lock',
    'update the parser test',
    'remove the old scripts',
    'ensure that it raises',
  ],
  not: ['sort the rows', 'remove the row', 'reproduce the loss', 'it makes the bug appear'],
}
const LOOSE_SHARE = 0.5

/** The situation of a VERIFY: something was changed before. */
export const CHANGED: Pattern = {
  pattern:
    /\b(?:was|were|has been|have been|is said to be) (?:\w+ ){0,2}(?:added|changed|fixed|mended|repaired|corrected|replaced|removed|moved|rewritten|introduced|attached|put)\b|\bafter (?:the|a|my|this|your) (?:fix|change|edit|patch)\b|\b(?:fix|change) and (?:its )?tests?\b/i,
  says: [
    'the bound was changed',
    'rows have been quietly removed',
    'after the fix',
    'the fix and its tests',
    'is said to be fixed',
  ],
  not: ['the bound is read', 'before the fix', 'the change of the row', 'it was read'],
}
const CHANGED_ODDS = 4

/** The check of a REPRODUCE: it is to fail. */
export const FAILS: Pattern = {
  pattern:
    /\b(?:fails?|failed|failing|raises?|crash(?:es)?|missing|truncated|lost|stale|unfinished|before the fix|as reported|of the report|in every run|(?:every|each) (?:time|run|attempt))\b/i,
  says: [
    'the case fails',
    'it raises a KeyError',
    'the row is missing',
    'before the fix',
    'in every run',
    'each time',
  ],
  not: ['the case passes', 'every row is there', 'time after time'],
}
const FAILS_ODDS = 3

type Odds = Record<Category, number>

export const doubtfulCategory: Detector = {
  name: 'doubtful-category',
  definition: `Reads as another category at least ${ODDS} times likelier than its own, all in all: the objective by the rules that predict a category (half where it opens with a verb of any stage, as "make" or "check"), half as much the advice, a change already made (speaks for VERIFY) and a check that is to fail (for REPRODUCE). Behind the hard filter it may never be found.`,
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const odds = oddsOf(entry)
      const category = CATEGORIES.reduce((best, one) => (odds[one] > odds[best] ? one : best))
      const times = odds[category] / odds[entry.category]
      if (times < ODDS) return []
      const sentence = `Filed under ${entry.category}; reads as ${category}, ${Math.round(times)} times likelier by rules.`
      return [{ entryId: entry.id, otherId: null, score: 1 - 1 / times, detail: { sentence, spans: [] } }]
    })
  },
}

function oddsOf({ category, description, experience }: MemoryEntry): Odds {
  const { objective } = description
  const said = oddsIn(objective)
  // Lessons made by rules say the same sentence three times; that is one voice.
  const advised = sameWords(objective, experience.do) ? null : oddsIn(`${experience.title}. ${experience.do}`)
  const odds = Object.fromEntries(
    CATEGORIES.map((one) => [one, said[one] * (advised?.[one] ?? 1) ** ADVICE_SHARE]),
  ) as Odds
  const fails = FAILS.pattern.test(experience.check)
  if (CHANGED.pattern.test(`${objective}\n${experience.when}`)) odds.VERIFY *= CHANGED_ODDS
  else if (fails) odds.REPRODUCE *= FAILS_ODDS
  // A check may well write a test; only one that is to fail reproduces.
  if (category === 'VERIFY' && !fails) odds.REPRODUCE = Math.min(odds.REPRODUCE, odds.VERIFY)
  // "Make" begins an EDIT ("make it safe for threads") and a REPRODUCE ("make the counter wrap"): the verb speaks for neither.
  if (category === 'REPRODUCE' && /^make\b/i.test(objective)) odds.EDIT = Math.min(odds.EDIT, odds.REPRODUCE)
  return odds
}

function oddsIn(text: string): Odds {
  const { probabilities } = predictCategory(text)
  const share = LOOSE_OPENING.pattern.test(text) ? LOOSE_SHARE : 1
  return Object.fromEntries(CATEGORIES.map((one) => [one, probabilities[one] ** share])) as Odds
}

function sameWords(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  return a === b
}
