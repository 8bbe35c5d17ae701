import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { compareAction } from '@/app/actions.ts'
import { guardPage } from '@/app/guard.ts'
import { Lab } from '@/components/lab/lab.tsx'
import { STRATEGIES } from '@/lib/retrieval/strategies/all-strategies.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Lab' }

export default async function LabPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  const strategies = STRATEGIES.map(({ name, source, unit, cosineOfDescriptions }) => ({
    name,
    source,
    unit,
    cosineOfDescriptions,
  }))
  return <Lab chips={await loupe.chips()} strategies={strategies} compare={compareAction} />
}
