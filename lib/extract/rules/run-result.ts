import { speaks } from '../../memory/rule.ts'
import { matchesOf } from '../../memory/text/matches-of.ts'
import type { Step } from '../../memory/trajectory.ts'
import { splitShell } from './shell-split.ts'
import {
  COUNTS_PASSED,
  CRASHED,
  HARNESS,
  MARKED_FAILED,
  MARKED_PASSED,
  NOTHING_RAN,
  SAYS_ALL_PASS,
  SAYS_BUG,
  SAYS_FAILED,
} from './tables/result-rules.ts'

/** How what the step ran came out; null when nothing ran or nothing tells. `harness` = it failed before it reached the question. */
export type RunResult = 'passed' | 'failed' | 'harness' | null

/** Reads exit status, summaries and tracebacks of a step that ran something, without what every start prints. */
export function resultOfStep(step: Step, isTestRun: boolean, startUpNoise: ReadonlySet<string>): RunResult {
  const text = step.observations.map((o) => withoutNoise(o.text, startUpNoise)).join('\n')
  return resultOfOutput(text, isMasked(step) ? null : exitCodeOfStep(step), isTestRun)
}

/** Exit status of the step's last command; null when the layout does not tell. */
export function exitCodeOfStep(step: Step): number | null {
  const last = step.observations.at(-1)
  if (last === undefined) return null
  if (last.exitCode !== null) return last.exitCode
  const inText = /<returncode>(-?\d+)<\/returncode>/.exec(last.text.slice(0, 200))
  return inText?.[1] === undefined ? null : Number(inText[1])
}

/** Ends in a command that runs nothing under question, so that its exit status is not the run's. */
const TRAILER = /^(?:echo|true|:|cat|ls|printf|tail|head|rm|cd|git|cp|mv|exit)$/

/** True when the exit status is that of a filter or of a command after the run: `pytest | tail`, `python a.py; echo done`. */
function isMasked(step: Step): boolean {
  const text = step.actions.at(-1)?.text ?? ''
  const last = splitShell(text.slice(0, 20_000)).at(-1)
  if (last === undefined) return false
  return last.piped ? !text.includes('pipefail') : TRAILER.test(last.words[0] ?? '')
}

/**
 * What an output says about the run behind it; exit status null when unknown or not the run's own. A known exit status outranks
 * what the output looks like: a traceback that a script prints and survives is no failure of the script.
 */
export function resultOfOutput(text: string, exitCode: number | null, isTestRun: boolean): RunResult {
  const tail = text.slice(-6000)
  if (exitCode !== null && exitCode !== 0)
    return speaks([HARNESS], tail) && !speaks([COUNTS_PASSED], tail) ? 'harness' : 'failed'
  if (exitCode === 0 && isTestRun) return speaks([NOTHING_RAN], tail) ? 'harness' : 'passed'
  return statedResult(tail) ?? (exitCode === null ? crashIn(tail) : null) ?? markedResult(tail)
}

/** What a runner's summary line counts. */
function statedResult(tail: string): RunResult {
  const failedCount = /\b(\d+) (failed|errors?)\b/.exec(tail)
  if (
    failedCount !== null &&
    Number(failedCount[1]) > 0 &&
    /\bin \d|passed|=====|short test summary/.test(tail)
  )
    return !speaks([COUNTS_PASSED], tail) && speaks([HARNESS], tail) ? 'harness' : 'failed'
  if (speaks([SAYS_FAILED], tail)) return 'failed'
  if (speaks([COUNTS_PASSED], tail)) return 'passed'
  return /^Ran \d+ tests? in/m.test(tail) && /^OK\b/m.test(tail) ? 'passed' : null
}

function crashIn(tail: string): RunResult {
  return speaks([CRASHED], tail) ? (speaks([HARNESS], tail) ? 'harness' : 'failed') : null
}

/** What a script of the agent's own says of itself. */
function markedResult(tail: string): RunResult {
  if (speaks([MARKED_FAILED, SAYS_BUG], tail)) return 'failed'
  return speaks([MARKED_PASSED, SAYS_ALL_PASS], tail) ? 'passed' : null
}

// ---- what every start prints

const TRACEBACK = /^([ \t]*)Traceback \(most recent call last\):\n(?:\1[ \t]+[^\n]*\n)*[^\n]*/gm
const LONGEST_OUTPUT = 50_000
/** So many different commands print a traceback of start-up, to the letter. Ours. */
const LEAST_COMMANDS = 3

/**
 * Tracebacks that different commands of one run print to the letter although commands among them went well: they come from how
 * the interpreter starts, not from what was asked.
 */
export function startUpNoiseOf(steps: readonly Step[]): Set<string> {
  const seen = new Map<string, { commands: Set<string>; wentWell: number }>()
  for (const step of steps) {
    const command = step.actions.map((a) => a.text).join('\n')
    const wentWell = exitCodeOfStep(step) === 0 ? 1 : 0
    for (const block of new Set(step.observations.flatMap((o) => tracebacksIn(o.text)))) {
      const known = seen.get(block) ?? { commands: new Set<string>(), wentWell: 0 }
      known.commands.add(command)
      known.wentWell += wentWell
      seen.set(block, known)
    }
  }
  return new Set(
    [...seen]
      .filter(
        ([, { commands, wentWell }]) => commands.size >= LEAST_COMMANDS && wentWell >= LEAST_COMMANDS - 1,
      )
      .map(([block]) => block),
  )
}

function tracebacksIn(text: string): string[] {
  if (!text.includes('Traceback (most recent call last)')) return []
  return matchesOf(text.slice(0, LONGEST_OUTPUT), TRACEBACK).map(([block]) => block)
}

/** The output with the tracebacks of start-up taken out. */
export function withoutNoise(text: string, noise: ReadonlySet<string>): string {
  let out = text
  for (const block of noise) out = out.split(block).join('')
  return out
}
