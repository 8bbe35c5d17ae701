import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { detectorNameSchema } from '@/lib/memory/findings/finding.ts'
import { BlindReview } from './blind.tsx'
import { FindingReview } from './finding.tsx'
import { PairReview } from './pair.tsx'
import { SampleReview } from './sample.tsx'
import { WaitingReview } from './waiting.tsx'

type Asked = { params: Promise<{ task: string }>; searchParams: Promise<SearchParams> }

/** The queues that are no detector's: what is shown, and its title. */
const TASKS = {
  waiting: { title: 'Waiting for review', Shown: WaitingReview },
  sample: { title: 'Estimate', Shown: SampleReview },
  blind: { title: 'Blind reading', Shown: BlindReview },
  pair: { title: 'Judge', Shown: PairReview },
}

export async function generateMetadata({ params }: Asked): Promise<Metadata> {
  const { task } = await params
  return { title: isTask(task) ? TASKS[task].title : `Review ${task}` }
}

/** One queue: by its own name, or the findings of a detector by the detector's. */
export default async function ReviewPage({ params, searchParams }: Asked) {
  await guardPage(searchParams)
  const { task } = await params
  if (isTask(task)) {
    const { Shown } = TASKS[task]
    return <Shown searchParams={searchParams} />
  }
  const detector = detectorNameSchema.safeParse(task)
  if (!detector.success) notFound()
  return <FindingReview detector={detector.data} searchParams={searchParams} />
}

function isTask(name: string): name is keyof typeof TASKS {
  return Object.hasOwn(TASKS, name)
}
