import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { findStudy } from '@/app/audit/find-study.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { JudgeScreen } from '@/components/lab/judge-screen.tsx'

export async function PairReview({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const runId = oneParam((await searchParams).run)
  const run = runId === null ? null : await findStudy(runId)
  if (run === null) notFound()
  return <JudgeScreen runId={run.id} />
}
