import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { findStudy } from '@/app/audit/find-study.ts'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { JudgeScreen } from '@/components/lab/judge-screen.tsx'

export const metadata: Metadata = { title: 'Judge' }

export default async function JudgePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const runId = oneParam((await searchParams).run)
  const run = runId === null ? null : await findStudy(runId)
  if (run === null) notFound()
  return <JudgeScreen runId={run.id} />
}
