import type { Metadata } from 'next'
import { guardPage } from '@/app/guard.ts'
import { JobList } from '@/components/jobs/job-list.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Jobs' }

export default async function JobsPage() {
  await guardPage()
  const loupe = await getLoupe()
  return <JobList initial={await loupe.work.listJobs(50)} />
}
