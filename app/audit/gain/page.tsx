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
  const { experiments } = await getLoupe()
  const kept = readKeptRuns(join(process.cwd(), 'prisma/workbench'))
  const { runs } = kept
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
