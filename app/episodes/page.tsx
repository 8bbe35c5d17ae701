import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { EpisodesList } from '@/components/episodes/episodes-list.tsx'
import { episodesUrlParsers, PAGE_SIZE } from '@/components/episodes/episodes-url.ts'
import { PageHead } from '@/components/frame/page-head.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { EmptyState } from '@/components/ui/states.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Episodes' }

const QUESTION = 'Which attempts are in here, and how did they end?'
const loadUrl = createLoader(episodesUrlParsers)

export default async function EpisodesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const projectParam = oneParam(params.project)
  const loupe = await getLoupe()
  const { current: project } = await loupe.memories.shell(projectParam)
  if (!project || project.episodeCount === 0) {
    return (
      <>
        <TopBar crumbs={[{ label: 'Episodes' }]} />
        <PageHead question={QUESTION} verdict="No episodes yet." />
        <EmptyState
          title="An episode is one attempt of an agent at one problem, step by step."
          actions={
            <>
              <LinkButton variant="solid" href={projectHref('/import', projectParam)}>
                Import
              </LinkButton>
              <LinkButton href={projectHref('/', projectParam)}>Load the sample</LinkButton>
            </>
          }
        >
          Drop trajectories of mini-swe-agent, SWE-agent or Claude Code, or load the sample.
        </EmptyState>
      </>
    )
  }

  const url = loadUrl(params)
  const count = async (outcome: 'resolved' | 'unresolved' | 'unknown') =>
    (await loupe.memories.listEpisodes({ projectId: project.id, text: '', outcome, offset: 0, limit: 1 }))
      .matchCount
  const [list, resolved, unresolved, unknown] = await Promise.all([
    loupe.memories.listEpisodes({
      projectId: project.id,
      text: url.q,
      outcome: url.outcome,
      offset: (Math.max(1, url.page) - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    }),
    count('resolved'),
    count('unresolved'),
    count('unknown'),
  ])

  return (
    <>
      <TopBar crumbs={[{ label: 'Episodes' }]} />
      <PageHead
        question={QUESTION}
        verdict={
          unknown === list.totalCount
            ? `${plural(list.totalCount, 'episode')}; how ${unknown === 1 ? 'it' : 'they'} ended, no file says.`
            : `${plural(list.totalCount, 'episode')}: ${formatCount(resolved)} resolved, ${formatCount(unresolved)} not${unknown > 0 ? `, and of ${formatCount(unknown)} nobody said` : ''}.`
        }
        basis={
          <>
            <span>
              <SourceChip source={project.source} /> outcomes as the files say, never guessed
            </span>
            <span className="text-ink-3">newest first</span>
          </>
        }
      />
      <EpisodesList list={list} counts={{ resolved, unresolved, unknown }} source={project.source} />
    </>
  )
}
