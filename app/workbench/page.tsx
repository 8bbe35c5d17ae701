import type { Metadata } from 'next'
import { guardPage } from '@/app/guard.ts'
import { WorkbenchScreen } from '@/components/workbench/workbench-screen.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Workbench' }

export default async function WorkbenchPage() {
  await guardPage()
  const { workbench } = await getLoupe()
  const runs = await workbench.list()
  const latest = runs.find(
    ({ plan, state }) => plan.design === 'ladder' && ['done', 'shipped'].includes(state),
  )
  return (
    <WorkbenchScreen
      worlds={workbench.worlds()}
      runs={runs}
      latest={latest ? await workbench.find(latest.id) : null}
    />
  )
}
