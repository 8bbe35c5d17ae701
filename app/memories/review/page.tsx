import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { WorklistTable } from '@/components/worklists/worklist-table.tsx'
import type { WorklistHead } from '@/lib/memory/findings/worklist.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Worklists' }

const QUESTION = 'What is wrong here, and what should be judged first?'

export default async function WorklistsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  const { current: project } = await loupe.api.shell({ project: oneParam((await searchParams).project) })
  if (!project || project.entryCount === 0)
    return (
      <Screen crumbs={[{ label: 'Worklists' }]} question={QUESTION} verdict="No memories yet.">
        <EmptyStore />
      </Screen>
    )
  const [{ heads, scan, unseenCount }, waiting] = await Promise.all([
    loupe.triage.worklists(project.id),
    loupe.triage.waiting.count(project.id),
  ])
  return (
    <Screen
      crumbs={[{ label: 'Worklists' }]}
      question={QUESTION}
      verdict={verdict(heads, scan !== null, unseenCount)}
      basis={
        <>
          <span>
            <SourceChip source={project.source} /> {plural(project.entryCount, 'entry', 'entries')}
          </span>
          <span className="text-ink-3">found by rules, one file each; a person decides</span>
        </>
      }
    >
      <WorklistTable
        key={project.id}
        projectId={project.id}
        heads={heads}
        waiting={waiting}
        scannedAt={scan?.at ?? null}
      />
    </Screen>
  )
}

function verdict(heads: WorklistHead[], hasScanned: boolean, unseenCount: number): string {
  if (!hasScanned) return 'Nobody has looked through this project yet.'
  const found = heads.filter(({ open }) => open > 0)
  const [first] = found
  const unknown = heads.filter(({ unknownBecause }) => unknownBecause !== null).length
  const cannot = unknown > 0 ? `; ${plural(unknown, 'detector')} could not look` : ''
  const unseen = unseenCount > 0 ? `; not looked at since ${formatCount(unseenCount)} arrived or changed` : ''
  if (!first && unseen !== '')
    return `Not looked at since ${formatCount(unseenCount)} arrived or changed: look again${cannot}.`
  if (!first) return `Nothing left to judge${cannot}.`
  const open = found.reduce((sum, head) => sum + head.open, 0)
  return `${plural(open, 'finding')} in ${plural(found.length, 'worklist')}; begin with ${first.title.toLowerCase()}${cannot}${unseen}.`
}
