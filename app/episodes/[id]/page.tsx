import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { clampStep } from '@/components/episodes/clamp-step.ts'
import { EpisodeHead } from '@/components/episodes/episode-head.tsx'
import { EpisodeReader } from '@/components/episodes/episode-reader.tsx'
import { RunActs } from '@/components/episodes/run-acts.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const api = await pageApi()
  const detail = await api.findEpisode({ id: (await params).id })
  return { title: detail?.episode.instanceId ?? 'Episode' }
}

export default async function EpisodePage({ params, searchParams }: Props) {
  await guardPage(searchParams)
  const { id } = await params
  const search = await searchParams
  const api = await pageApi()
  const detail = await api.findEpisode({ id })
  if (detail === null) notFound()
  const project = oneParam(search.project)
  if (project !== detail.episode.projectName)
    redirect(projectHref(`/episodes/${id}`, detail.episode.projectName, { step: oneParam(search.step) }))

  const { step } = clampStep(oneParam(search.step), detail.episode.stepCount)
  const [first, { current }] = await Promise.all([
    api.findStep({ episodeId: id, n: step }),
    api.shell({ project: oneParam(search.project) }),
  ])
  return (
    <EpisodeReader
      key={id}
      detail={detail}
      first={first}
      actions={current && <RunActs run={detail.episode} projectId={current.id} />}
    >
      <EpisodeHead detail={detail} source={current?.source ?? 'imported'} />
    </EpisodeReader>
  )
}
