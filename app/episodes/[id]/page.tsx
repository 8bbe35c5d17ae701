import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { entryActions } from '@/app/entry-actions.ts'
import { guardPage } from '@/app/guard.ts'
import { RollBack } from '@/components/memory/roll-back.tsx'
import { clampStep } from '@/components/trajectory/clamp-step.ts'
import { EpisodeHead } from '@/components/trajectory/episode-head.tsx'
import { EpisodeReader } from '@/components/trajectory/episode-reader.tsx'
import { oneParam, projectHref } from '@/components/ui/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const loupe = await getLoupe()
  const detail = await loupe.findEpisode((await params).id)
  return { title: detail?.episode.instanceId ?? 'Episode' }
}

export default async function EpisodePage({ params, searchParams }: Props) {
  await guardPage(searchParams)
  const { id } = await params
  const search = await searchParams
  const loupe = await getLoupe()
  const detail = await loupe.findEpisode(id)
  if (detail === null) notFound()
  const project = oneParam(search.project)
  if (project !== detail.episode.projectName)
    redirect(projectHref(`/episodes/${id}`, detail.episode.projectName, { step: oneParam(search.step) }))

  const { step } = clampStep(oneParam(search.step), detail.episode.stepCount)
  const [first, { current }] = await Promise.all([
    loupe.findStep(id, step),
    loupe.shell(oneParam(search.project)),
  ])
  return (
    <EpisodeReader
      key={id}
      detail={detail}
      first={first}
      actions={
        current && <RollBack projectId={current.id} source={{ episodeId: id }} actions={entryActions} />
      }
    >
      <EpisodeHead detail={detail} source={current?.source ?? 'imported'} />
    </EpisodeReader>
  )
}
