import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { Designed } from '../designed.tsx'

export const metadata: Metadata = { title: 'Retrieval' }

export default function RetrievalPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <Designed design="retrieval" searchParams={searchParams} />
}
