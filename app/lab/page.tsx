import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { labCompareAction, wrongTurnsAction } from '@/app/lab-actions.ts'
import { Lab } from '@/components/lab/lab.tsx'
import { getLoupe } from '@/lib/runtime.ts'
import { listStrategies } from './list-strategies.ts'

export const metadata: Metadata = { title: 'Lab' }

export default async function LabPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  return (
    <Lab
      chips={await loupe.chips()}
      strategies={listStrategies()}
      embedders={await loupe.embedders()}
      compare={labCompareAction}
      askWrongTurns={wrongTurnsAction}
    />
  )
}
