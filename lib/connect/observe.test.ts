import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RULES_ID } from '../extract/extract.ts'
import { segmentEvidence } from '../extract/rules/segment.ts'
import { stagesOfSteps } from '../extract/rules/stage-of-step.ts'
import { readTrajectories } from '../ingest/ingest-file.ts'
import { type Category, isCategory } from '../memory/category.ts'
import type { Step } from '../memory/trajectory.ts'
import { describeNext, keptWatch, newWatch, observe, setTask, watchSchema } from './observe.ts'

const call = (tool: string, input: string, output = '') => ({ id: null, tool, input, output })
const READ = call('Read', '{"file_path":"src/a.py"}', 'def f(): ...')
const EDIT = call('Edit', '{"file_path":"src/a.py","old_string":"x","new_string":"y"}', 'ok')
const TEST = call('Bash', 'python -m pytest tests/test_a.py', '1 passed')
const started = setTask(newWatch(), { title: 'Mend f', text: 'Mend f', raw: 'Mend f' })

describe('the stage of an agent', () => {
  it('follows what it does', () => {
    let watch = started
    const stages = [READ, TEST, EDIT, TEST].map((one) => {
      watch = observe(watch, [one])
      return watch.stage
    })
    expect(stages).toEqual(['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'])
  })

  it('stays through a short look around, and changes with a long one', () => {
    const edited = observe(started, [READ, EDIT])
    expect(observe(edited, [READ, READ]).stage).toBe('EDIT')
    expect(observe(edited, [READ, READ, READ]).stage).toBe('ANALYZE')
    expect(observe(edited, [READ, READ, EDIT, READ, READ]).stage).toBe('EDIT')
  })

  it('stays when a step shows nothing', () => {
    const edited = observe(started, [READ, EDIT])
    expect(observe(edited, [call('TodoWrite', '{"todos":[]}'), call('mcp__other__thing', '{}')]).stage).toBe(
      'EDIT',
    )
  })

  it('is the same after it was written down and read again, and what is kept holds no secret', () => {
    const secret = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
    const before = observe(started, [READ, EDIT, call('Bash', `curl -H "Authorization: token ${secret}"`)])
    const kept = keptWatch(before)
    expect(kept).not.toContain(secret)
    const again = watchSchema.parse(JSON.parse(kept))
    expect(observe(again, [TEST]).stage).toBe(observe(before, [TEST]).stage)
    expect(again.run).toEqual(before.run)
  })

  it('is asked for by the task and what the last steps did, never by what came after', () => {
    const watch = observe(
      setTask(newWatch(), { title: 'Rows are lost on the last page', text: '', raw: 'x' }),
      [READ],
    )
    expect(describeNext(watch).objective).toContain('rows are lost on the last page')
    expect(describeNext(observe(watch, [])).objective).toBe(describeNext(watch).objective)
  })
})

const folder = join(process.env.LOUPE_CORPUS_DIR ?? '/nowhere', 'claude-code')

/** The stage that the importer gives each step, seeing the whole run, and the one that was observed at it. */
function bothStages(steps: readonly Step[]): [Category, Category | null][] {
  const segments = segmentEvidence(stagesOfSteps({ steps: [...steps] }))
  let watch = started
  return steps.flatMap((step) => {
    const calls = step.actions.map(({ tool, text }, i) =>
      call(tool ?? 'Bash', text, step.observations[i]?.text ?? ''),
    )
    watch = observe(watch, calls)
    const whole =
      segments.find(({ fromStep, toStep }) => fromStep <= step.n && step.n <= toStep)?.category ?? 'OTHER'
    return isCategory(whole) ? [[whole, watch.stage] as [Category, Category | null]] : []
  })
}

it.skipIf(!existsSync(folder))(
  `agrees on real sessions with the importer, which sees all (${RULES_ID}), in at least 8 of 10 steps`,
  () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    )
    const pairs = files.flatMap((name) =>
      readTrajectories(readFileSync(join(folder, name)), name).trajectories.flatMap(({ steps }) =>
        bothStages(steps),
      ),
    )
    const same = pairs.filter(([whole, seen]) => whole === seen).length
    expect(pairs.length).toBeGreaterThan(100)
    expect(same / pairs.length).toBeGreaterThanOrEqual(0.8)
  },
)
