import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { Lab } from '@/components/lab/lab.tsx'
import { getLoupe } from '@/lib/runtime.ts'
import { listStrategies } from './list-strategies.ts'

export const metadata: Metadata = { title: 'Lab' }

export default async function LabPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  return (
    <Lab
      chips={await loupe.retrieval.chips()}
      strategies={listStrategies()}
      embedders={await loupe.work.embedders()}
    />
  )
}
