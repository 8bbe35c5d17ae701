import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { EpisodePair } from '@/components/episodes/episode-pair.tsx'
import { oneParam } from '@/components/frame/project-href.ts'

export const metadata: Metadata = { title: 'Two episodes' }

/** Two attempts at one instance beside each other, as a flip leads to them. */
export default async function EpisodePairPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const search = await searchParams
  const api = await pageApi()
  const [base, variant] = await Promise.all(
    [search.base, search.variant].map((id) => api.findEpisode({ id: oneParam(id) ?? '' })),
  )
  if (!base || !variant) notFound()
  return <EpisodePair base={base} variant={variant} />
}
