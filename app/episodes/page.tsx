import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { EpisodesList, type OutcomeCounts } from '@/components/episodes/episodes-list.tsx'
import { episodesUrlParsers, PAGE_SIZE } from '@/components/episodes/episodes-url.ts'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { EmptyState } from '@/components/ui/states.tsx'

export const metadata: Metadata = { title: 'Episodes' }

const QUESTION = 'Which attempts are in here, and how did they end?'
const loadUrl = createLoader(episodesUrlParsers)

export default async function EpisodesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const projectParam = oneParam(params.project)
  const api = await pageApi()
  const { current: project } = await api.shell({ project: projectParam })
  if (!project || project.episodeCount === 0) return <NoEpisodes project={projectParam} />
  const { q, outcome, page } = loadUrl(params)
  const asked = { text: q, outcome, offset: (Math.max(1, page) - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const [list, counts] = await Promise.all([
    api.listEpisodes({ projectId: project.id, ...asked }),
    api.countOutcomes({ projectId: project.id }),
  ])
  return (
    <Screen
      crumbs={[{ label: 'Episodes' }]}
      question={QUESTION}
      verdict={verdict(list.totalCount, counts)}
      basis={
        <>
          <span>
            <SourceChip source={project.source} /> outcomes as the files say
            {counts.kept + counts.reverted > 0 && ', and git of what has none'}, never guessed
          </span>
          <span className="text-ink-3">newest first</span>
        </>
      }
    >
      <EpisodesList list={list} counts={counts} source={project.source} />
    </Screen>
  )
}

function verdict(total: number, { unknown, ...known }: OutcomeCounts): string {
  if (unknown === total) return `${plural(total, 'episode')}, outcome unknown.`
  const parts = [
    known.resolved > 0 && `${formatCount(known.resolved)} resolved`,
    known.unresolved > 0 && `${formatCount(known.unresolved)} unresolved`,
    known.kept > 0 && `${formatCount(known.kept)} kept by git`,
    known.reverted > 0 && `${formatCount(known.reverted)} reverted by git`,
    unknown > 0 && `${formatCount(unknown)} unknown`,
  ].filter(Boolean)
  return `${plural(total, 'episode')}: ${parts.join(', ')}.`
}

function NoEpisodes({ project }: { project: string | null }) {
  return (
    <Screen crumbs={[{ label: 'Episodes' }]} question={QUESTION} verdict="No episodes yet.">
      <EmptyState
        title="An episode is one attempt of an agent at one problem, step by step."
        actions={
          <>
            <LinkButton variant="solid" href={projectHref('/import', project)}>
              Import
            </LinkButton>
            <LinkButton href={projectHref('/', project)}>Load the sample</LinkButton>
          </>
        }
      >
        Drop trajectories of mini-swe-agent, SWE-agent or Claude Code, or load the sample.
      </EmptyState>
    </Screen>
  )
}
