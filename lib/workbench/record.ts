import { createTwoFilesPatch } from 'diff'
import { descriptionText } from '../memory/text/words.ts'
import type { Step, Trajectory } from '../memory/trajectory.ts'
import type { BenchStep } from './agent-run.ts'
import type { Bench } from './bench.ts'
import { BACKBONE } from './names.ts'

/** The steps of an attempt, as any importer would give them. */
export function stepsOf(steps: readonly BenchStep[]): Step[] {
  return steps.map((step, i) => ({
    n: i + 1,
    thought: thoughtOf(step),
    actions: [{ tool: 'bash', text: step.command, callId: null }],
    observations: [{ text: step.output, exitCode: 0, callId: null, truncated: false }],
    at: null,
    costUsd: null,
  }))
}

/** An attempt as an importer would give it; it holds only what the agent saw. */
export function trajectoryOf(bench: Bench, steps: readonly BenchStep[]): Trajectory {
  return {
    format: 'mini-swe-agent-1',
    instanceId: bench.taskId,
    repo: bench.library,
    task: { title: bench.report.split('\n')[0] ?? '', text: bench.report, raw: bench.report },
    agent: { name: 'mini-swe-agent', version: null },
    backbone: BACKBONE,
    outcome: null,
    outcomeSource: null,
    exitStatus: 'Submitted',
    submission: null,
    costUsd: null,
    startedAt: null,
    steps: stepsOf(steps),
    warnings: [],
  }
}

/** An attempt as a file of mini-swe-agent 1.x, which the importer reads like any other. */
export function miniSweAgentFile(bench: Bench, steps: readonly BenchStep[], source: string): string {
  const messages = [
    { role: 'system', content: `${BACKBONE}. Exactly one command a turn.` },
    { role: 'user', content: `<pr_description>\n${bench.report}\n</pr_description>` },
    ...steps.flatMap((step) => [
      { role: 'assistant', content: `${thoughtOf(step)}\n\n\`\`\`bash\n${step.command}\n\`\`\`` },
      { role: 'user', content: `<returncode>0</returncode>\n<output>\n${step.output}\n</output>` },
    ]),
  ]
  const info = {
    exit_status: 'Submitted',
    submission: diffOf(bench.library, bench.source, source),
    mini_version: null,
    config: { model: { model_name: BACKBONE } },
  }
  return `${JSON.stringify({ instance_id: bench.taskId, info, messages, trajectory_format: 'mini-swe-agent-1' }, null, 1)}\n`
}

/** Where a stage begins its d is said; each thought names its stage. `extractLessons` reads both again. */
function thoughtOf({ stage, intent, thought }: BenchStep): string {
  const begins = intent ? `${stage} begins: ${descriptionText(intent.description)}\n` : ''
  return `${begins}${stage}: ${thought}`
}

/** The changed lines, as a patch in git's form. */
function diffOf(library: string, before: string, after: string): string {
  if (before === after) return ''
  const [from, to] = [`a/${library}.mjs`, `b/${library}.mjs`]
  const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: 0 })
  return patch.slice(patch.indexOf('--- '))
}
