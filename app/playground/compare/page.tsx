import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { Compare } from '@/components/playground/compare/compare.tsx'
import { getLoupe } from '@/lib/loupe.ts'
import { listStrategies } from './list-strategies.ts'

export const metadata: Metadata = { title: 'Compare' }

export default async function ComparePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  return (
    <Compare
      chips={await loupe.api.chips()}
      strategies={listStrategies()}
      embedders={await loupe.api.embedders()}
    />
  )
}
