import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { DesignScreen } from '@/components/studies/study-screen.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { getLoupe } from '@/lib/runtime.ts'

/** The page of one design: its latest study, the order of a new one, and those that are kept. */
export async function Designed({
  design,
  searchParams,
}: {
  design: string
  searchParams: Promise<SearchParams>
}) {
  await guardPage(searchParams)
  const { api, memories } = await getLoupe()
  const project = await memories.findProject(oneParam((await searchParams).project))
  if (!project) return <NoMemories />
  const asked = { design, project: project.name }
  const [form, heads] = await Promise.all([api.studyForm(asked), api.listStudies(asked)])
  const done = heads.find(({ state }) => state === 'done')
  const latest = done ? await api.findStudy({ id: done.id }) : null
  return <DesignScreen form={form} heads={heads} latest={latest} />
}

function NoMemories() {
  return (
    <Screen
      crumbs={[{ label: 'Audit', path: '/audit' }]}
      question="What is to be measured?"
      verdict="No memories yet."
    >
      <EmptyState title="Nothing to measure" actions={<LinkButton href="/import">Import runs</LinkButton>} />
    </Screen>
  )
}
