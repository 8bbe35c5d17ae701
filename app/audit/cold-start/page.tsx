import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { Designed } from '../designed.tsx'

export const metadata: Metadata = { title: 'Cold start' }

export default function ColdStartPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <Designed design="stream" searchParams={searchParams} />
}
