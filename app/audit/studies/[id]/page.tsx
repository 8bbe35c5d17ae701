import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { OrderedStudy } from '@/components/audit/ordered/study-page.tsx'
import { findStudy } from '../../find-study.ts'

export const metadata: Metadata = { title: 'Study' }

export default async function StudyPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}) {
  await guardPage(searchParams)
  const study = await findStudy((await params).id)
  if (study === null) notFound()
  return <OrderedStudy study={study} />
}
