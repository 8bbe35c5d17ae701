import { join } from 'node:path'
import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { GainScreen } from '@/components/audit/gain-screen.tsx'
import { prepareGain } from '@/components/audit/prepare-gain.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { readKeptRuns } from '@/lib/experiments/kept-runs.ts'
import { EXAMPLES, exampleRuns } from '@/lib/memory/gain/examples.ts'

export const metadata: Metadata = { title: 'Gain' }

export default async function GainPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const example = EXAMPLES.find((name) => name === oneParam(params.show)) ?? null
  const { runs, refused } = readKeptRuns(join(process.cwd(), 'prisma/workbench'))
  const asked = { arm: oneParam(params.arm), against: oneParam(params.against) }
  const view = example
    ? prepareGain(exampleRuns(example), 'simulated', asked)
    : prepareGain(runs, 'measured', asked)
  return <GainScreen view={view} example={example} hasMeasured={runs.length > 0} refused={refused} />
}
