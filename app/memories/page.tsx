import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { entryActions } from '@/app/entry-actions.ts'
import { guardPage } from '@/app/guard.ts'
import { EmptyStore } from '@/components/memory/empty-store.tsx'
import { entryQuery, entryUrlParsers } from '@/components/memory/entry-url.ts'
import { MemoriesBrowser } from '@/components/memory/memories-browser.tsx'
import { memoriesVerdict } from '@/components/memory/prepare-memories.ts'
import { formatCount } from '@/components/ui/format.ts'
import { PageHead } from '@/components/ui/page-head.tsx'
import { oneParam } from '@/components/ui/project-href.ts'
import { SourceChip } from '@/components/ui/source-chip.tsx'
import { TopBar } from '@/components/ui/top-bar.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Memories' }

const loadUrl = createLoader(entryUrlParsers)

export default async function MemoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const loupe = await getLoupe()
  const { current: project, revision } = await loupe.shell(oneParam(params.project))
  if (!project || project.entryCount === 0) {
    return (
      <>
        <TopBar crumbs={[{ label: 'Memories' }]} />
        <PageHead question="Where is the junk?" verdict="No memories yet." />
        <EmptyStore />
      </>
    )
  }

  const { at, ...filter } = loadUrl(params)
  const whole = entryQuery(project.id, loadUrl({}), 0)
  const [initial, everything] = await Promise.all([
    loupe.listEntries(entryQuery(project.id, filter, 0)),
    loupe.listEntries({ ...whole, limit: 1 }),
  ])

  const peeked = at ?? initial.rows[0]?.id
  const detail = peeked === undefined ? null : await loupe.findEntry(peeked)

  return (
    <>
      <TopBar crumbs={[{ label: 'Memories' }]} />
      <PageHead
        question="Where is the junk?"
        verdict={memoriesVerdict(everything)}
        basis={
          <>
            <span>
              <SourceChip source={project.source} /> flags by rules, judged by nobody yet
            </span>
            <span className="text-ink-3">as of revision {formatCount(revision)}</span>
          </>
        }
      />
      <MemoriesBrowser
        key={project.id}
        project={project.name}
        initial={initial}
        initialFilter={filter}
        initialDetail={detail && { ...detail, steps: [], versions: [] }}
        thisYear={new Date().getUTCFullYear()}
        actions={entryActions}
      />
    </>
  )
}
