import type { Metadata } from 'next'
import { guardPage } from '@/app/guard.ts'
import { workbenchVerdict } from '@/components/workbench/prepare-workbench.ts'
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
  const view = latest ? await workbench.find(latest.id) : null
  return (
    <WorkbenchScreen
      worlds={workbench.worlds()}
      runs={runs}
      verdict={view ? workbenchVerdict(view) : 'Not measured yet: choose a world, and start.'}
    />
  )
}
