import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { Suspense } from 'react'
import { guardPage } from '@/app/guard.ts'
import { Computing } from '@/components/audit/audit-page.tsx'
import { ExperimentsScreen } from '@/components/audit/experiments/experiments-screen.tsx'
import { usualPair } from '@/components/audit/experiments/prepare-experiments.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Experiments' }

export default async function ExperimentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  return (
    <Suspense
      fallback={<Computing room="experiments" what="Each arm is paired with its runs without memory." />}
    >
      <Report params={await searchParams} />
    </Suspense>
  )
}

async function Report({ params }: { params: SearchParams }) {
  const { experiments } = await getLoupe()
  const report = await experiments.report()
  const usual = usualPair(report.runs)
  const pair = usual && {
    base: oneParam(params.base) ?? usual.base,
    variant: oneParam(params.variant) ?? usual.variant,
  }
  return <ExperimentsScreen report={report} pair={pair} two={pair && (await experiments.two(pair))} />
}
