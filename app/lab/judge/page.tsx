import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { judgeAction } from '@/app/lab-actions.ts'
import { JudgeDesk } from '@/components/lab/judge-desk.tsx'
import { oneParam } from '@/components/ui/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Judge' }

export default async function JudgePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const runId = oneParam((await searchParams).run)
  const { lab } = await getLoupe()
  if (runId === null || !(await lab.hasRun(runId))) notFound()
  return <JudgeDesk runId={runId} judge={judgeAction} />
}
