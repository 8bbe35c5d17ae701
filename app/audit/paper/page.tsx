import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { PaperScreen } from '@/components/audit/paper/paper-screen.tsx'
import { preparePaper } from '@/components/audit/paper/prepare-paper.ts'

export const metadata: Metadata = { title: 'Paper desk' }

export default async function PaperPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  return <PaperScreen view={preparePaper()} />
}
