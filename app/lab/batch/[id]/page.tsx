import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { BatchProgressView } from '@/components/lab/batch-progress.tsx'
import { BatchRun } from '@/components/lab/batch-run.tsx'
import { shownSchema } from '@/lib/memory/studies/retrieval.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { findBatch } from '../../find-batch.ts'

export const metadata: Metadata = { title: 'Batch' }

export default async function BatchRunPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}) {
  await guardPage(searchParams)
  const run = await findBatch((await params).id)
  if (run === null) notFound()
  const {
    lab: { batches },
  } = await getLoupe()
  const { report } = run
  if (report === null) return <BatchProgressView run={run} initial={await batches.progress(run.id)} />
  const asked = await searchParams
  const [show, a, b, metric, kind] = [asked.show, asked.a, asked.b, asked.metric, asked.kind].map(oneParam)
  const from = Math.trunc(Number(oneParam(asked.from))) || 0
  const shown = shownSchema.parse({ show, a, b, metric, kind })
  const table = await batches.rows(run.id, shown, Math.max(0, from))
  return <BatchRun run={{ ...run, report }} table={table} />
}
