import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { doubtfulCount, reviewVerdict } from '@/components/review/prepare-review.ts'
import { QueueList } from '@/components/review/queue-list.tsx'
import { plural } from '@/components/ui/format.ts'

export const metadata: Metadata = { title: 'Review' }

const QUESTION = 'What should a person decide first?'

export default async function ReviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const api = await pageApi()
  const { current: project } = await api.shell({ project: oneParam((await searchParams).project) })
  if (!project || project.entryCount + project.episodeCount === 0)
    return (
      <Screen crumbs={[{ label: 'Review' }]} question={QUESTION} verdict="No memories yet.">
        <EmptyStore />
      </Screen>
    )
  const initial = await api.reviewQueues({ projectId: project.id })
  const doubtful = doubtfulCount(initial)
  const unable = initial.queues.filter(({ task, left }) => task === 'finding' && left === null).length
  return (
    <Screen
      crumbs={[{ label: 'Review' }]}
      question={QUESTION}
      verdict={reviewVerdict(initial)}
      basis={
        <>
          <span>
            <SourceChip source={project.source} /> {plural(project.entryCount, 'entry', 'entries')}
          </span>
          {doubtful > 0 && (
            <span>{plural(doubtful, 'finding')} more, by rules that were wrong too often</span>
          )}
          {unable > 0 && <span>{plural(unable, 'check')} could not run: not enough data</span>}
        </>
      }
    >
      <QueueList key={project.id} projectId={project.id} initial={initial} />
    </Screen>
  )
}
