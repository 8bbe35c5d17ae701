import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { Compare } from '@/components/playground/compare/compare.tsx'
import { listStrategies } from './list-strategies.ts'

export const metadata: Metadata = { title: 'Compare' }

export default async function ComparePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const api = await pageApi()
  return <Compare chips={await api.chips()} strategies={listStrategies()} embedders={await api.embedders()} />
}
