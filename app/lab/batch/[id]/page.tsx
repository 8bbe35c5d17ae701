import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { BatchRun } from '@/components/lab/batch-run.tsx'
import { UserError } from '@/lib/memory/errors.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Batch' }

export default async function BatchRunPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}) {
  await guardPage(searchParams)
  const { id } = await params
  const { lab } = await getLoupe()
  try {
    return <BatchRun run={await lab.getRun(id)} />
  } catch (error) {
    if (error instanceof UserError && error.code === 'no-such-run') notFound()
    throw error
  }
}
