import { asCategory, type Category } from '../memory/category.ts'
import type { Description, Experience, Segment } from '../memory/entry.ts'
import type { Step, Trajectory } from '../memory/trajectory.ts'

/** Consecutive steps of one stage, and the round they belong to: a new round begins with each REPRODUCE. */
interface Stage {
  category: Category
  round: number
  description: Description
  steps: Step[]
}

/** A stage that the agent declared, and what it taught; null = nothing. */
interface DeclaredStage {
  segment: Segment
  description: Description
  experience: Experience | null
}

/**
 * Trajectory of the workbench's agent -> stages with description and experience. It reads what the agent said and saw and
 * nothing else: no hidden test, no outcome, no name of what was broken. Stages are declared in the thoughts, as in the paper;
 * the last stage of a category in a round carries the lesson of all of them.
 */
export function extractLessons({ steps }: Pick<Trajectory, 'steps'>): DeclaredStage[] {
  const stages = stagesOf(steps)
  return stages.map((stage): DeclaredStage => {
    const round = stages.filter((other) => other.round === stage.round)
    const same = round.filter(({ category }) => category === stage.category)
    const [first, last] = [stage.steps[0]?.n ?? 1, stage.steps.at(-1)?.n ?? 1]
    return {
      segment: { category: stage.category, fromStep: first, toStep: last },
      description: stage.description,
      experience: same.at(-1) === stage ? lessonOf(stage.category, round) : null,
    }
  })
}

/** A thought begins with `STAGE begins: objective; keywords` or with `STAGE: thought`. */
const BEGINS = /^([A-Z]+) begins: (.*)$/m
const GOES_ON = /^([A-Z]+): /m

function stagesOf(steps: readonly Step[]): Stage[] {
  const stages: Stage[] = []
  const descriptions = new Map<Category, Description>()
  let round = 0
  for (const step of steps) {
    const thought = step.thought ?? ''
    const [, begun, text = ''] = BEGINS.exec(thought) ?? []
    const category = asCategory(begun) ?? asCategory(GOES_ON.exec(thought)?.[1])
    if (category === null) continue
    if (begun) descriptions.set(category, readDescription(text))
    if (begun && category === 'REPRODUCE') round++
    const current = stages.at(-1)
    if (current?.category === category && !begun) current.steps.push(step)
    else {
      const description = descriptions.get(category) ?? { objective: category, keywords: [] }
      stages.push({ category, round, description, steps: [step] })
    }
  }
  return stages
}

function readDescription(text: string): Description {
  const cut = text.lastIndexOf('; ')
  if (cut < 0) return { objective: text, keywords: [] }
  return { objective: text.slice(0, cut), keywords: text.slice(cut + 2).split(', ') }
}

/** What a round taught about one of its stages; null when it taught nothing. */
function lessonOf(category: Category, round: readonly Stage[]): Experience | null {
  const stepsOf = (name: Category) =>
    round.filter((stage) => stage.category === name).flatMap(({ steps }) => steps)
  if (category === 'REPRODUCE') return inputsThatShow(stepsOf('REPRODUCE'))
  const tries = stepsOf('EDIT').flatMap(readTry)
  if (category === 'VERIFY') return testsThatRefute(stepsOf('VERIFY'))
  const kept = isRefuted(round) ? undefined : tries.findLast(({ passed }) => passed)
  if (category === 'EDIT') return kept ? repairThatHelped(kept.mechanism) : repairsInVain(tries)
  return kept ? lineThatWasWrong(kept) : linesInVain(tries)
}

/** One change that was tried: `boundary at a loop-line of the named-function`. */
interface Try {
  mechanism: string
  line: string
  depth: string
  passed: boolean
}

function readTry(step: Step): Try[] {
  const [, mechanism, line, depth] =
    /([a-z-]+) at a ([a-z-]+) of the ([a-z-]+)$/.exec(step.thought ?? '') ?? []
  return mechanism && line && depth ? [{ mechanism, line, depth, passed: passes(step) }] : []
}

function passes(step: Step): boolean {
  return step.observations[0]?.text === 'passes'
}

function isTest(step: Step): boolean {
  return /^(?:undo; )?test /.test(step.actions[0]?.text ?? '')
}

/** The kinds of input of a test that was run: `try empty-input, zero-input`. */
function kindsOf(step: Step): string[] {
  return /try ([a-z, -]+)$/.exec(step.thought ?? '')?.[1]?.split(', ') ?? []
}

/** A change is refuted by a test that failed after it and is known, or found, to have passed before. */
function refutations(steps: readonly Step[]): Step[] {
  const tests = steps.filter(isTest)
  return tests.filter((step, i) => {
    if (passes(step) || isUndo(step)) return false
    const next = tests[i + 1]
    return next === undefined || !isUndo(next) || passes(next)
  })
}

function isUndo(step: Step): boolean {
  return (step.actions[0]?.text ?? '').startsWith('undo; ')
}

/** True when the round ends with a change that was refuted, or without one that passed. */
function isRefuted(round: readonly Stage[]): boolean {
  const last = round.at(-1)
  if (last?.category !== 'VERIFY') return last?.category !== 'EDIT' || !passesLast(last)
  return refutations(last.steps).length > 0
}

function passesLast({ steps }: Stage): boolean {
  const last = steps.at(-1)
  return last !== undefined && passes(last)
}

function inputsThatShow(steps: readonly Step[]): Experience | null {
  const tests = steps.filter(isTest)
  const at = tests.findIndex((step) => !passes(step))
  const kinds = tests[at] ? kindsOf(tests[at]) : []
  if (kinds.length === 0) return null
  return {
    title: `Inputs that show the fault: ${kinds.join(', ')}`,
    kind: 'pattern',
    when: 'A result is wrong for some inputs only.',
    do: `Run ${kinds.join(', ')} first.`,
    because: `Of the tests that were run, number ${at + 1} failed.`,
    check: '',
  }
}

function testsThatRefute(steps: readonly Step[]): Experience | null {
  const refuting = refutations(steps)
  const kinds = [...new Set(refuting.flatMap(kindsOf))].slice(0, 4)
  if (kinds.length === 0) return null
  return {
    title: `Tests that refute a wrong change: ${kinds.join(', ')}`,
    kind: 'pattern',
    when: 'A change makes the failing test pass.',
    do: `Run ${kinds.join(', ')} first.`,
    because: `They refuted ${refuting.length} of the changes that looked right.`,
    check: '',
  }
}

function repairThatHelped(mechanism: string): Experience {
  return {
    title: `What helped: ${mechanism}`,
    kind: 'pattern',
    when: 'The doubtful line is found.',
    do: `Try ${mechanism} first.`,
    because: 'That change made the failing test pass and no other fail.',
    check: '',
  }
}

function repairsInVain(tries: readonly Try[]): Experience | null {
  const mechanisms = [...new Set(tries.map(({ mechanism }) => mechanism))].slice(0, 3)
  if (mechanisms.length === 0) return null
  return {
    title: `What did not help: ${mechanisms.join(', ')}`,
    kind: 'avoid',
    when: 'The doubtful line is found.',
    do: `Do not begin with ${mechanisms.join(', ')}.`,
    because: `${tries.length} changes were tried and none of them stood.`,
    check: '',
  }
}

function lineThatWasWrong({ line, depth }: Try): Experience {
  return {
    title: `Where it was: a ${line} of the ${depth}`,
    kind: 'pattern',
    when: 'Several lines ran in the failing test.',
    do: `Look at a ${line} of the ${depth} first.`,
    because: 'The change that helped was made there.',
    check: '',
  }
}

function linesInVain(tries: readonly Try[]): Experience | null {
  const counts = new Map<string, number>()
  for (const { line } of tries) counts.set(line, (counts.get(line) ?? 0) + 1)
  const lines = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 2)
    .map(([line]) => line)
  if (lines.length === 0) return null
  return {
    title: `Where it was not: ${lines.join(', ')}`,
    kind: 'avoid',
    when: 'Several lines ran in the failing test.',
    do: `Do not begin at a ${lines.join(' or a ')}.`,
    because: `${tries.length} changes were tried and none of them stood.`,
    check: '',
  }
}
