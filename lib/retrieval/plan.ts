import { codeWords, conceptMatches } from '../llm/code-words.ts'
import { CATEGORIES, type Category } from '../memory/category.ts'
import type { Description, Intent } from '../memory/entry.ts'
import type { Prediction } from '../memory/retrieval.ts'
import { likeliest } from './predict-category.ts'

const OBJECTIVE_CHARACTERS = 400
const KEYWORD_COUNT = 8
/** Only the beginning of a very long task is read. */
const READ_CHARACTERS = 20_000

/** Concepts whose single words name a place of the product (`login`, `button`, `plot`) and not yet a mechanism. */
const SURFACE_CONCEPTS = new Set([
  'control',
  'authentication',
  'searching',
  'plotting',
  'documentation',
  'tabular',
  'rendering',
])

/**
 * A whole task as four intents, ANALYZE first (ours: the paper predicts one at a time, with the backbone).
 * By rules: each asks with the task's own prose, as stage 1 says by itself which stage is meant.
 */
export function plan(taskText: string): [Intent, Intent, Intent, Intent] {
  const description = describe(proseLines(taskText).join(' ') || taskText)
  return CATEGORIES.map((category): Intent => ({ category, description })) as [Intent, Intent, Intent, Intent]
}

/** What is known of the category of a question: its name, P(z) of a predictor, the first intent of a model's plan, or null for a whole task. */
export type KnownCategory = Category | Prediction['probabilities'] | Intent | null

/** The intent a text asks for: the named or the likeliest category with the text as d, or for a whole task the first of its plan. */
export function intentOf(text: string, known: KnownCategory): Intent {
  if (known === null) return plan(text)[0]
  if (isIntent(known)) return known
  const category = typeof known === 'string' ? known : likeliest(known)
  return { category, description: describe(text) }
}

/** Whether a plan says what is asked, and not the text itself. */
export function isIntent(known: KnownCategory): known is Intent {
  return known !== null && typeof known === 'object' && 'description' in known
}

/** d for a text: the text itself, or of a longer one its prose, cut, with the words in it that name a mechanism. */
export function describe(text: string): Description {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= OBJECTIVE_CHARACTERS) return { objective: line, keywords: [] }
  const prose = proseLines(text).join(' ') || line
  const objective = prose.slice(0, OBJECTIVE_CHARACTERS).replace(/\s+\S*$/, '')
  return { objective: objective.toWellFormed(), keywords: keywordsOf(text) }
}

/** Lines of issue templates and prompts that say nothing about this problem. */
const BOILERPLATE =
  /^(?:description|summary|bug report|bug summary|bug description|describe the (?:bug|issue|problem)|issue|problem|overview|title|steps(?:\/code)? to reproduce|to reproduce|reproduction|code for reproduction|minimal example|expected (?:behaviou?r|results?|outcome|output)|actual (?:behaviou?r|results?|outcome|output)|current behaviou?r|what happened|what did you (?:do|expect).*|environment|versions?|system(?: info)?|additional (?:context|information)|screenshots?|traceback.*|todo|task|background|context|notes?|example|details)\s*[:?.]*$/i
const PROMPT_LINE =
  /^(?:please (?:solve|fix|resolve|help)\b.*(?:issue|task|problem)|(?:i've|i have|we have|we've) uploaded|consider the following|you are (?:a|an)\b|here(?: is|'s) (?:the|an|my)\b.*(?:issue|task)|can you help|your task(?: is)?\b|the following (?:issue|pr)|hi\b|hello\b|thanks\b|\(?last modified by|created by|reported by|duplicate of|this is a (?:bug|feature) (?:report|request)|i (?:have )?(?:checked|searched|read)\b|instructions?\b|repository:|repo:|<?\/?[a-z_]+>?$)/i

function proseLines(taskText: string): string[] {
  return withoutCode(taskText.slice(0, READ_CHARACTERS))
    .split('\n')
    .filter((line) => !/^\s*[-*]\s*\[[ xX]\]/.test(line) && !/^\s*(?:File "|>>> |\$ |at \S+\()/.test(line))
    .map((line) =>
      line
        .replace(/^[\s>#*+-]+/, '')
        .replace(/\*\*|__(?=\s|$)|`/g, '')
        .replace(/https?:\/\/\S+/g, ' ')
        .replace(/(?<![\w./-])(?:\.{0,2}\/)?(?:[\w.-]{1,100}\/)+[\w.-]{1,100}\.\w{1,5}(?::\d+)?/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '' && !BOILERPLATE.test(line) && !PROMPT_LINE.test(line))
}

function withoutCode(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/<\/?(?:details|summary|pr_description|issue|task|uploaded_files|code|pre|br|p|b|i)>/gi, '\n')
}

/** Up to eight lower-case terms of the text that name a mechanism, most often named first; error classes as words. */
function keywordsOf(taskText: string): string[] {
  const prose = proseLines(taskText).join('\n')
  const words = codeWords(prose)
  const found = new Map<string, { term: string; strength: number; place: number }>()
  const note = (key: string, term: string, strength: number, place: number) => {
    const known = found.get(key)
    if (known) known.strength += strength
    else if (term.length <= 60) found.set(key, { term, strength, place })
  }
  for (const match of conceptMatches(words)) {
    const inside = words.slice(match.from, match.to)
    if (match.strength < 0.6) continue
    if (inside.length === 1 && ((inside[0]?.weight ?? 0) < 1 || SURFACE_CONCEPTS.has(match.concept))) continue
    const key = inside.map((word) => word.stem).join(' ')
    note(key, inside.map((word) => word.word).join(' '), match.strength, match.from)
  }
  words.forEach((word, place) => {
    if (word.weight > 1 && !found.has(word.stem)) note(word.stem, word.word, 0.8, place)
  })
  for (const [error] of taskText
    .slice(0, READ_CHARACTERS)
    .matchAll(/\b[A-Z][A-Za-z]{2,40}(?:Error|Exception|Warning)\b/g)) {
    const term = codeWords(error).map((word) => word.word)
    note(
      codeWords(error)
        .map((word) => word.stem)
        .join(' '),
      term.join(' '),
      1,
      words.length,
    )
  }
  return [...found.values()]
    .sort((a, b) => b.strength - a.strength || a.place - b.place)
    .slice(0, KEYWORD_COUNT)
    .map(({ term }) => term)
}
