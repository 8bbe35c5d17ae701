import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { createLoader, type SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { orRefusal } from '@/app/refusal.ts'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { QueueScreen } from '@/components/review/queue-screen.tsx'
import { ITEMS, reviewUrlParsers } from '@/components/review/review-url.ts'
import { UserError } from '@/lib/memory/errors.ts'
import { detectorNameSchema } from '@/lib/memory/findings/finding.ts'

type Asked = { params: Promise<{ task: string }>; searchParams: Promise<SearchParams> }

const loadUrl = createLoader(reviewUrlParsers)

export async function generateMetadata({ params }: Asked): Promise<Metadata> {
  return { title: `Review ${(await params).task}` }
}

/** One queue: by its task, or the findings of a detector by the detector. */
export default async function QueuePage({ params, searchParams }: Asked) {
  await guardPage(searchParams)
  const { task } = await params
  const asked = await searchParams
  const api = await pageApi()
  const { current: project } = await api.shell({ project: oneParam(asked.project) })
  if (!project)
    return (
      <Screen
        crumbs={[{ label: 'Review', path: '/memories/review' }]}
        question="What is to be decided?"
        verdict="No memories yet."
      >
        <EmptyStore />
      </Screen>
    )
  const { min: minScore, view, from } = loadUrl(asked)
  const isDetector = detectorNameSchema.safeParse(task).success
  const queue = {
    projectId: project.id,
    ...(isDetector ? { task: 'finding', queue: task } : { task, queue: oneParam(asked.queue) ?? '' }),
  }
  const offset = Math.max(0, from)
  const initial = await orRefusal(api.reviewQueue({ ...queue, minScore, view, offset, limit: ITEMS }))
  if (initial instanceof UserError) notFound()
  return <QueueScreen key={`${project.id} ${task} ${queue.queue}`} asked={queue} initial={initial} />
}
