import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { Suspense } from 'react'
import { guardPage } from '@/app/guard.ts'
import { Computing } from '@/components/audit/audit-page.tsx'
import { GainScreen } from '@/components/audit/gain/gain-screen.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { readKeptRuns } from '@/lib/experiments/kept-runs.ts'
import { EXAMPLES, exampleRuns } from '@/lib/memory/gain/examples.ts'
import type { WorkbenchRun } from '@/lib/memory/workbench/workbench.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { preparedGain } from './prepared-gain.ts'

export const metadata: Metadata = { title: 'Gain' }

export default async function GainPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  return (
    <Suspense
      fallback={<Computing room="gain" what="Functions and stores are drawn anew, thousands of times." />}
    >
      <Report params={await searchParams} />
    </Suspense>
  )
}

async function Report({ params }: { params: SearchParams }) {
  const example = EXAMPLES.find((name) => name === oneParam(params.show)) ?? null
  // The heading leaves before the draws begin: they hold the thread.
  await setImmediate()
  const { workbench, experiments } = await getLoupe()
  const kept = readKeptRuns(join(process.cwd(), 'prisma/workbench'))
  const runs = speakingRuns(await workbench.whole(), kept.runs)
  const asked = { arm: oneParam(params.arm), against: oneParam(params.against) }
  const view = example
    ? preparedGain(exampleRuns(example), 'simulated', asked)
    : preparedGain(runs, 'measured', asked)
  return (
    <GainScreen
      view={view}
      example={example}
      hasMeasured={runs.length > 0}
      refused={kept.refused}
      plans={example ? [] : await experiments.plans()}
    />
  )
}

/** The newest ladder speaks that is no smaller than the shipped one; what stands beside it is of its world. */
function speakingRuns(ordered: WorkbenchRun[], shipped: WorkbenchRun[]): WorkbenchRun[] {
  const isLadder = ({ plan }: WorkbenchRun) => plan.design === 'ladder'
  const sizeOf = ({ plan }: WorkbenchRun) => plan.draws * plan.tasks
  const least = shipped.find(isLadder)
  const ladder = ordered.find((run) => isLadder(run) && (!least || sizeOf(run) >= sizeOf(least))) ?? least
  if (!ladder) return shipped
  return [
    ladder,
    ...[...ordered, ...shipped].filter((run) => !isLadder(run) && run.plan.world === ladder.plan.world),
  ]
}
