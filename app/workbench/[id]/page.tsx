import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { RunScreen } from '@/components/workbench/run-screen.tsx'
import { workbenchArmSchema } from '@/lib/memory/workbench/workbench.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Workbench run' }

export default async function WorkbenchRunPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}) {
  await guardPage(searchParams)
  const asked = await searchParams
  const view = await (await getLoupe()).workbench.find((await params).id)
  if (view === null) notFound()
  const arm = workbenchArmSchema.safeParse(oneParam(asked.arm))
  const at = Number(oneParam(asked.at) ?? Number.NaN)
  return <RunScreen key={view.id} initial={view} chosen={arm.success ? { arm: arm.data, at } : null} />
}
