import { createLoader, type SearchParams } from 'nuqs/server'
import { orRefusal } from '@/app/refusal.ts'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { askedFilter, entryUrlParsers, filterOf } from '@/components/entries/entry-url.ts'
import { FilterRefused } from '@/components/entries/filter-refused.tsx'
import { EstimateScreen } from '@/components/estimate/estimate-screen.tsx'
import { ESTIMATE_CRUMBS } from '@/components/estimate/estimate-words.ts'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { UserError } from '@/lib/memory/errors.ts'
import { getLoupe } from '@/lib/runtime.ts'

const loadUrl = createLoader(entryUrlParsers)

export async function SampleReview({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams
  const loupe = await getLoupe()
  const { current: project } = await loupe.api.shell({ project: oneParam(params.project) })
  if (!project || project.entryCount === 0)
    return (
      <Screen crumbs={ESTIMATE_CRUMBS} question="How much of this is junk?" verdict="No memories yet.">
        <EmptyStore />
      </Screen>
    )
  const url = filterOf(loadUrl(params))
  const asked = askedFilter(project.id, url)
  const matching = await orRefusal(loupe.api.countMatching(asked))
  if (matching instanceof UserError)
    return (
      <Screen
        crumbs={ESTIMATE_CRUMBS}
        question="How much of this is junk?"
        verdict="This filter has no answer."
      >
        <FilterRefused refusal={matching} whole={projectHref('/memories/review/sample', project.name)} />
      </Screen>
    )
  const sampleId = oneParam(params.sample)
  const [sample, samples] = await Promise.all([
    sampleId === null ? null : loupe.triage.samples.find(sampleId),
    loupe.triage.samples.list(project.id),
  ])
  return (
    <EstimateScreen
      key={`${project.id} ${sample?.id ?? ''}`}
      asked={asked}
      matchCount={matching.matchCount}
      sample={sample}
      samples={samples}
      source={project.source}
    />
  )
}
